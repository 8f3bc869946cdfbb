/** How long the rest waits for the page at most: on a slow network the user should see all of it some time. */
const MAX_WAIT_MS = 2_000

const { promise: pageSettled, resolve: settlePage } = Promise.withResolvers<void>()
// A page that is rendered ahead has all its parts.
if (import.meta.env.SSR) settlePage()

/** Lets the parts load that wait for the page: once `settled` has resolved, or after two seconds. */
export function loadRestAfter(settled: Promise<void>) {
  void settled.then(settlePage)
  setTimeout(settlePage, MAX_WAIT_MS)
}

/**
 * Delays the loading of a part until the first page has its data: what the user came for has the network first. The parts
 * then come one after the other, each when the browser has nothing else to do: rendered together, they take longer than a
 * click may.
 */
export const afterPage =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await pageSettled
    const part = await load()
    await myTurn()
    return part
  }

/** How long a part waits for a browser that always has something to do. */
const MAX_TURN_MS = 200

let lastTurn = pageSettled

function myTurn(): Promise<void> {
  if (import.meta.env.SSR) return pageSettled
  lastTurn = lastTurn.then(() => new Promise((resolve) => afterWork(resolve)))
  return lastTurn
}

/** Calls back when the browser has nothing to do. Safari cannot tell. */
function afterWork(resolve: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MAX_TURN_MS })
  else setTimeout(resolve)
}
