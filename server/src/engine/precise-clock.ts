import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { EngineClock } from './core/ports.ts'
import { never } from './core/within.ts'

/** A timer may be this late even on an idle machine; the rest of the way is watched turn by turn. */
const WATCHED_MS = 8

/** A clock that can also wait to a fraction of a millisecond, without ever keeping others from their turn. */
export function preciseClock(clock: Clock): EngineClock {
  return {
    ...clock,
    async aimAt(monotonicInstant) {
      await clock.sleepUntil(monotonicInstant - WATCHED_MS, never)
      while (clock.monotonic() < monotonicInstant) await nextTurn()
    },
  }
}
