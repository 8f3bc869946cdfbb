import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../src/platform/clock.ts'

type Sleeper = { instant: number; wake: () => void }

export type ManualClock = Clock & {
  /** Moves both clocks forward until the wall clock shows `wallInstant`, and wakes due sleepers in order. */
  advanceTo(wallInstant: number): Promise<void>
  advanceBy(ms: number): Promise<void>
  /**
   * Sets the wall clock forward, as NTP or an operator would. The monotonic clock and all sleepers stay as they are.
   */
  stepWall(ms: number): void
}

/** A clock that moves only on command. The monotonic clock starts at zero, the wall clock at `start`. */
export function manualClock(start: number): ManualClock {
  let monotonic = 0
  let wallAhead = start
  const sleepers = new Set<Sleeper>()

  async function advanceBy(ms: number) {
    const target = monotonic + ms
    await runPending()
    for (;;) {
      const next = [...sleepers].toSorted((a, b) => a.instant - b.instant)[0]
      if (!next || next.instant > target) break
      sleepers.delete(next)
      monotonic = Math.max(monotonic, next.instant)
      next.wake()
      await runPending()
    }
    monotonic = Math.max(monotonic, target)
  }

  return {
    now: () => wallAhead + monotonic,
    monotonic: () => monotonic,
    suspendedMs: () => 0,
    async sleepUntil(instant, signal) {
      signal.throwIfAborted()
      if (instant <= monotonic) return
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        }
        const wake = () => {
          signal.removeEventListener('abort', abort)
          resolve()
        }
        const sleeper = { instant, wake }
        sleepers.add(sleeper)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
    advanceBy,
    advanceTo: (wallInstant) => advanceBy(wallInstant - wallAhead - monotonic),
    stepWall(ms) {
      wallAhead += ms
    },
  }
}

/** Runs pending promises, and what they start on sockets of this machine. */
async function runPending() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
