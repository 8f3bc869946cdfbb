import type { Clock } from '../platform/clock.ts'

export type QuotaDeps = {
  clock: Clock
  /** What this process allows of a limit that holds for all processes together. */
  shareOfAll: (limit: number) => number
}

const HOUR_MS = 3_600_000

/**
 * Returns a function that is true for the first calls of each hour: as many as this process may allow of `max`. It bounds what
 * callers without a sign-in can store all together.
 */
export function createHourlyQuota({ clock, shareOfAll }: QuotaDeps, max: number): () => boolean {
  let window = { endsAt: 0, used: 0 }
  return () => {
    const now = clock.monotonic()
    if (window.endsAt <= now) window = { endsAt: now + HOUR_MS, used: 0 }
    window.used += 1
    return window.used <= shareOfAll(max)
  }
}
