import type { Clock } from '../platform/clock.ts'

const LOOK_EVERY_MS = 100
const REMEMBERED_LOOKS = 50
/** One late turn is an accident; so many of the last fifty are a process that cannot keep its times. */
const LATE_MS = 50
const TOLERATED_LATE = 3

export type EventLoopWatch = AsyncDisposable & { isLate(): boolean }

/** Measures how late this process gets its turns, by asking for one at a known instant over and over. */
export function watchEventLoop(clock: Clock): EventLoopWatch {
  const stopping = new AbortController()
  let lateness: number[] = []

  async function watch() {
    while (!stopping.signal.aborted) {
      const due = clock.monotonic() + LOOK_EVERY_MS
      await clock.sleepUntil(due, stopping.signal).catch(() => {}) // cut short by stopping
      lateness = [...lateness, clock.monotonic() - due].slice(-REMEMBERED_LOOKS)
    }
  }

  const watching = watch()
  return {
    isLate: () => lateness.filter((lateMs) => lateMs > LATE_MS).length > TOLERATED_LATE,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
    },
  }
}
