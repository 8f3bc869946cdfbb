import type { Clock } from '../platform/clock.ts'

const HOUR_MS = 3_600_000

/**
 * Returns a function that is true for the first calls of each hour: at most `max`. It bounds what callers without
 * a sign-in can store all together, through this process.
 */
export function createHourlyQuota(clock: Clock, max: number): () => boolean {
  let window = { endsAt: 0, used: 0 }
  return () => {
    const now = clock.monotonic()
    if (window.endsAt <= now) window = { endsAt: now + HOUR_MS, used: 0 }
    window.used += 1
    return window.used <= max
  }
}
