import type { Clock } from '../platform/clock.ts'

const WINDOW_MS = 150_000

/** Keeps the greatest of the values that were added in the last 2½ to 5 minutes, and not each of them. */
export function recentWorst(clock: Pick<Clock, 'monotonic'>) {
  let startedAt = clock.monotonic()
  let before: number | null = null
  let current: number | null = null

  function turn() {
    const windows = Math.floor((clock.monotonic() - startedAt) / WINDOW_MS)
    if (windows === 0) return
    before = windows === 1 ? current : null
    current = null
    startedAt += windows * WINDOW_MS
  }

  return {
    add(value: number) {
      turn()
      current = Math.max(value, current ?? -Infinity)
    },
    /** Null when nothing was added. */
    worst(): number | null {
      turn()
      const values = [before, current].filter((value) => value !== null)
      return values.length > 0 ? Math.max(...values) : null
    },
  }
}
