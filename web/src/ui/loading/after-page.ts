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

/** Delays the loading of a part until the first page has its data: what the user came for has the network first. */
export const afterPage =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await pageSettled
    return load()
  }
