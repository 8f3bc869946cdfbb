import type { Clock } from '../platform/clock.ts'
import { every } from '../platform/every.ts'

const SAMPLE_INTERVAL_MS = 100
const MAX_SAMPLES = 50
/** A timer that fires later than this counts as late. */
const LATE_MS = 50
/** So many late timers among the last samples are tolerated. */
const MAX_LATE_SAMPLES = 3

export type EventLoopWatch = AsyncDisposable & {
  isLate(): boolean
  /** The latest timer among the last samples, ms; null before the first. */
  worstMs(): number | null
}

/** Measures how late timers fire in this process. */
export function watchEventLoop(clock: Clock): EventLoopWatch {
  let dueAt = Infinity
  let latenessMs: number[] = []

  const sampling = every(clock, SAMPLE_INTERVAL_MS, () => {
    const now = clock.monotonic()
    latenessMs = [...latenessMs, now - dueAt].slice(-MAX_SAMPLES)
    dueAt = now + SAMPLE_INTERVAL_MS
  })
  return {
    worstMs: () => (latenessMs.length > 1 ? Math.max(0, ...latenessMs) : null),
    isLate: () => latenessMs.filter((lateMs) => lateMs > LATE_MS).length > MAX_LATE_SAMPLES,
    [Symbol.asyncDispose]: () => sampling[Symbol.asyncDispose](),
  }
}
