import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Clock } from '../../platform/clock.ts'

/** The number of callers counted at once. The caller whose last call is the oldest is dropped first. */
const MAX_CALLERS = 5_000

type Window = { calls: number; endsAt: number }

/**
 * Counts calls by caller for the rate limits, on the monotonic clock. The library's own store uses the wall clock: when
 * that is set back, a caller stays in a full window for as long.
 */
export function limitStore(clock: Clock) {
  return class LimitStore implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>()

    incr(
      caller: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ) {
      const now = clock.monotonic()
      const before = this.#windows.get(caller)
      const open = before && before.endsAt > now ? before : { calls: 0, endsAt: now + windowMs }
      const after = { calls: open.calls + 1, endsAt: open.endsAt }
      this.#windows.delete(caller)
      this.#windows.set(caller, after)
      const [oldest] = this.#windows.keys()
      if (this.#windows.size > MAX_CALLERS && oldest !== undefined) this.#windows.delete(oldest)
      done(null, { current: after.calls, ttl: after.endsAt - now })
    }

    /** The store of a route that has limits of its own. */
    child() {
      return new LimitStore()
    }
  }
}
