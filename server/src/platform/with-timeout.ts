import type { Clock } from './clock.ts'

/** Something outside took longer than we wait; it may still happen. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** Made once: an abort without a reason makes an error with a stack for each. */
const done = new Error('No longer waited for')

/** Never aborted: for what must not be cut short. */
export const neverAborted: AbortSignal = new AbortController().signal

/**
 * What `work` gives, if it does so within `ms`; else throws `Overdue`, or the reason of `stop`. `work` is told by its
 * signal, but not waited for: a hanging call holds nobody up.
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
  // What listens to a signal that never comes would only grow in number.
  if (stop !== neverAborted) stop.addEventListener('abort', end, { once: true })
  try {
    const expiry = clock.sleepUntil(clock.monotonic() + ms, over.signal).then(() => {
      throw new TimeoutError(`No answer within ${ms} ms`)
    })
    return await Promise.race([work(over.signal), expiry])
  } finally {
    stop.removeEventListener('abort', end)
    over.abort(done)
  }
}
