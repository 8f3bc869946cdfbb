import type { Page, Route } from '@playwright/test'

/** A slow server: the answers to some calls are held until the story releases them. */
export type HeldAnswers = {
  /** How many matching calls the page has made. */
  calls(): number
  /** Releases the held answers and holds no more. Resolves once the page has each answer that it still waits for. */
  release(): Promise<void>
  /** Holds no further answers; those held stay held. */
  holdNoMore(): void
}

/**
 * Holds the answers to the page's calls of a method and path. With `outdated`, the server answers at once and only its
 * answer is held, so that the answer is old when it arrives; otherwise the call itself waits.
 */
export async function holdAnswers(
  page: Page,
  method: string,
  path: RegExp,
  { outdated = false } = {},
): Promise<HeldAnswers> {
  const released = Promise.withResolvers<void>()
  let calls = 0
  let holding = true
  const deliveries: Promise<void>[] = []
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route: Route) => {
      if (route.request().method() !== method) return route.fallback()
      calls += 1
      if (!holding) return route.continue()
      const answer = outdated ? await route.fetch() : undefined
      await released.promise
      // The page may have aborted the call meanwhile.
      const delivery = (answer ? route.fulfill({ response: answer }) : route.continue()).catch(() => {})
      deliveries.push(delivery)
      await delivery
    },
  )
  return {
    calls: () => calls,
    async release() {
      holding = false
      released.resolve()
      await released.promise
      await Promise.all(deliveries)
    },
    holdNoMore() {
      holding = false
    },
  }
}
