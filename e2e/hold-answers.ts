import type { Page, Route } from '@playwright/test'

/** A server that takes its time: the answers to some calls are held back until they are let go. */
export type Held = {
  /** How many such calls were made. */
  calls(): number
  /** Lets go of what is held, and holds nothing more. Resolves once the page has it, where it still wants it. */
  letGo(): Promise<void>
  /** Holds nothing more, and goes on holding what it has. */
  holdNoMore(): void
}

/** `after` holds what the server has answered already: such an answer is old when it arrives. */
export async function holdAnswers(page: Page, method: string, path: RegExp, after = false): Promise<Held> {
  const gone = Promise.withResolvers<void>()
  let calls = 0
  let holding = true
  const onTheWay: Promise<void>[] = []
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route: Route) => {
      if (route.request().method() !== method) return route.fallback()
      calls += 1
      if (!holding) return route.continue()
      const answer = after ? await route.fetch() : undefined
      await gone.promise
      // The page may have given the call up meanwhile.
      const arrived = (answer ? route.fulfill({ response: answer }) : route.continue()).catch(() => {})
      onTheWay.push(arrived)
      await arrived
    },
  )
  return {
    calls: () => calls,
    async letGo() {
      holding = false
      gone.resolve()
      await gone.promise
      await Promise.all(onTheWay)
    },
    holdNoMore() {
      holding = false
    },
  }
}
