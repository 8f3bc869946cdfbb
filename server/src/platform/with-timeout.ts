import type { Clock } from './clock.ts'

/** A call took longer than its timeout. Its effect may still happen. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** One shared reason: an abort without a reason creates an error with a stack each time. */
const FINISHED = new Error('The call has finished or timed out')

/** A signal that never aborts, for work that must not be interrupted. */
export const neverAborted: AbortSignal = new AbortController().signal

/**
 * Returns the result of `work`. Throws a TimeoutError after `ms`, or the reason of `stop` when that aborts. In both cases
 * the signal of `work` aborts, and the caller does not wait until `work` ends.
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  stop.throwIfAborted()
  const over = new AbortController()
  const end = () => over.abort(stop.reason)
  // Listeners on a signal that never aborts would only accumulate.
  if (stop !== neverAborted) stop.addEventListener('abort', end, { once: true })
  try {
    const expiry = clock.sleepUntil(clock.monotonic() + ms, over.signal).then(() => {
      throw new TimeoutError(`No answer within ${ms} ms`)
    })
    return await Promise.race([work(over.signal), expiry])
  } finally {
    stop.removeEventListener('abort', end)
    over.abort(FINISHED)
  }
}
