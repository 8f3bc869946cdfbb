import type { Page, Route } from '@playwright/test'

/** A slow server: some calls are held until the story releases them. */
export type HeldAnswers = {
  /** How many matching calls the page has made. */
  calls(): number
  /** Releases the held calls and holds no more. Resolves once the page has each answer that it still waits for. */
  release(): Promise<void>
}

/** Holds the page's calls of a method and path. */
export async function holdAnswers(page: Page, method: string, path: RegExp): Promise<HeldAnswers> {
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
      await released.promise
      // The page may have aborted the call meanwhile.
      const delivery = route.continue().catch(() => {})
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
  }
}
