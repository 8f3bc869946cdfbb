import type { Clock } from '../platform/clock.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'

type Options = { notBefore: number; signal: AbortSignal }

/** A shared reading outlasts the caller that began it: other callers may wait for it. */
const TIMEOUT_MS = 5_000

/**
 * Reads that several callers share: a caller gets the last reading under the same key that was begun no earlier than
 * `notBefore`, a monotonic instant, whether or not it is complete; else a new one. A failed reading is shared only while
 * it is in progress.
 */
export function shareReads<T>(clock: Clock) {
  const readings = new Map<string, { begunAt: number; result: Promise<T> }>()

  function begin(key: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const begunAt = clock.monotonic()
    // Tokens change: readings that nobody can share any more are dropped.
    for (const [other, reading] of readings) if (begunAt - reading.begunAt > TIMEOUT_MS) readings.delete(other)
    const result = withTimeout(clock, TIMEOUT_MS, neverAborted, read)
    readings.set(key, { begunAt, result })
    result.catch(() => {
      if (readings.get(key)?.result === result) readings.delete(key)
    })
    return result
  }

  return async (key: string, { notBefore, signal }: Options, read: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const last = readings.get(key)
    const result = last && last.begunAt >= notBefore ? last.result : begin(key, read)
    const value = await result
    signal.throwIfAborted()
    return value
  }
}
