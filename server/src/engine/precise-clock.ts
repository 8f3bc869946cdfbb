import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { EngineClock } from './core/ports.ts'
import { never } from './core/within.ts'

/** A timer may be this late even on an idle machine; the rest of the way is watched turn by turn. */
const WATCHED_MS = 8

type Aim = { at: number; reached: () => void }

/** A clock that can also wait to a fraction of a millisecond, without ever keeping others from their turn. */
export function preciseClock(clock: Clock): EngineClock {
  /** The earliest first. */
  const aims: Aim[] = []

  /** All that are due in one turn: a watch for each of a thousand would take longer than what they wait for. */
  function watch() {
    const now = clock.monotonic()
    while (aims[0] && aims[0].at <= now) aims.shift()?.reached()
    if (aims.length > 0) setImmediate(watch)
  }

  function add(aim: Aim) {
    const later = aims.findIndex(({ at }) => at > aim.at)
    aims.splice(later < 0 ? aims.length : later, 0, aim)
    if (aims.length === 1) setImmediate(watch)
  }

  return {
    ...clock,
    async aimAt(at) {
      await clock.sleepUntil(at - WATCHED_MS, never)
      if (clock.monotonic() < at) await new Promise<void>((reached) => add({ at, reached }))
    },
    standBack: () => nextTurn(),
  }
}
