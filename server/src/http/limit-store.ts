import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Clock } from '../platform/clock.ts'

/** Addresses remembered at once; the one seen longest ago is forgotten first. */
const MOST_CALLERS = 5_000

type Window = { calls: number; endsAt: number }

/**
 * Counts calls by caller for the rate limits, on the monotonic clock: the library's own goes by the wall clock, and one
 * set back would keep a caller in a full window for as long as that.
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
      if (this.#windows.size > MOST_CALLERS && oldest !== undefined) this.#windows.delete(oldest)
      done(null, { current: after.calls, ttl: after.endsAt - now })
    }

    /** Of a route with limits of its own. */
    child() {
      return new LimitStore()
    }
  }
}
