import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../src/platform/clock.ts'

type Sleeper = { instant: number; wake: () => void }

export type ManualClock = Clock & {
  /** Moves both clocks on until the wall reads `wallInstant`, waking sleepers in the order of their time. */
  advanceTo(wallInstant: number): Promise<void>
  advanceBy(ms: number): Promise<void>
  /** Sets the wall clock off from the monotonic one, as NTP or an operator would: nobody wakes. */
  stepWall(ms: number): void
}

/** A clock that moves only when a test says so. Its monotonic instants start at zero, the wall at `start`. */
export function manualClock(start: number): ManualClock {
  let monotonic = 0
  let wallAhead = start
  const sleepers = new Set<Sleeper>()

  async function advanceBy(ms: number) {
    const target = monotonic + ms
    await settle()
    for (;;) {
      const next = [...sleepers].toSorted((a, b) => a.instant - b.instant)[0]
      if (!next || next.instant > target) break
      sleepers.delete(next)
      monotonic = Math.max(monotonic, next.instant)
      next.wake()
      await settle()
    }
    monotonic = target
  }

  return {
    now: () => wallAhead + monotonic,
    monotonic: () => monotonic,
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

/** Lets everything that is ready to run, run: promises first, and what they started on sockets of this machine. */
async function settle() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
