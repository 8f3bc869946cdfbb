import { isApiError } from './api-error.ts'

const USUAL_WAIT_MS = 1_000
/** Nobody waits longer than this for a call in a list of many. */
const MAX_WAIT_MS = 60_000

/** How long to wait before making a call again that was refused because too many came before it, ms; null for any other error. */
function waitMsAfter(error: unknown): number | null {
  if (!isApiError(error) || error.status !== 429) return null
  const ms = error.retryAfterMs ?? USUAL_WAIT_MS
  return ms > MAX_WAIT_MS ? null : ms
}

/**
 * Makes a call, and again as often as too many came before it: then nothing was done. Throws what the call throws otherwise, and
 * the signal's reason once it is aborted; a call under way ends first.
 */
export async function whenAllowed<T>(make: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await make()
    } catch (error) {
      const waitMs = waitMsAfter(error)
      if (waitMs === null) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs)
        signal?.addEventListener('abort', resolve, { once: true })
      })
    }
  }
}

/** Of a query: the same. It is pending meanwhile. */
export const RETRY_WHEN_ALLOWED = {
  retry: (_failures: number, error: Error) => waitMsAfter(error) !== null,
  retryDelay: (_failures: number, error: Error) => waitMsAfter(error) ?? 0,
}
