import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import { collectGarbage } from './collect-garbage.ts'
import type { EngineClock } from './core/ports.ts'
import { neverAborted } from '../platform/with-timeout.ts'

/** A timer may be this late even on an idle machine; the rest of the way is watched turn by turn. */
const WATCHED_MS = 8
/** So close to an instant nothing else is begun that could run past it: few turns take longer. */
const HUSHED_MS = 3
/** Shots that follow each other closely keep others waiting no longer than this. */
const MOST_HELD_MS = 12
/** With so much time left, garbage is better collected now than whenever the room for it is full. */
const TIDIED_MS = 6
/** Between two looks. To rest is what keeps the processor ours: who never does is made to, at the wrong moment. */
const REST_MS = 0.1
/** A rest may last this much longer than asked for. */
const WAKING_MS = 0.2

type Aim = { at: number; reached: () => void }

/** A clock that can also wait to a fraction of a millisecond, without keeping others from their turn for longer. */
export function preciseClock(clock: Clock): EngineClock {
  /** The earliest first. */
  const aims: Aim[] = []
  let alarmAt = Infinity
  let isWatching = false
  let turnAt = 0

  /** One timer for all: of a thousand for one moment some come late, and those would wait for the answers to the others. */
  async function wakeFor({ at }: Aim) {
    if (isWatching || at >= alarmAt) return
    alarmAt = at
    await clock.sleepUntil(at - WATCHED_MS, neverAborted)
    if (alarmAt === at) alarmAt = Infinity
    if (!isWatching) setImmediate(takeTurn)
    isWatching = true
  }

  function takeTurn() {
    turnAt = clock.monotonic()
    watch()
  }

  /** All that are due in one turn: a turn for each of a thousand would take longer than what they wait for. */
  function watch() {
    const [next] = aims
    isWatching = false
    if (!next) return
    const leftMs = next.at - clock.monotonic()
    if (leftMs > WATCHED_MS) {
      void wakeFor(next)
      return
    }
    isWatching = true
    if (leftMs > HUSHED_MS) {
      if (leftMs < TIDIED_MS || !collectGarbage()) minInterval(REST_MS)
      setImmediate(takeTurn)
      return
    }
    holdUntil(next.at)
    const now = clock.monotonic()
    while (aims[0] && aims[0].at <= now) aims.shift()?.reached()
    // Those just reached come first, and then the next of the same burst: not the answers to it.
    if (now - turnAt < MOST_HELD_MS) queueMicrotask(() => process.nextTick(watch))
    else setImmediate(takeTurn)
  }

  function holdUntil(at: number) {
    const leftMs = at - WAKING_MS - clock.monotonic()
    if (leftMs > 0) minInterval(leftMs)
    while (clock.monotonic() < at);
  }

  return {
    ...clock,
    async sleepUntilPrecise(at) {
      if (clock.monotonic() >= at) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const aim = { at, reached: resolve }
      aims.splice(aims.findLastIndex((other) => other.at <= at) + 1, 0, aim)
      if (aims[0] === aim) void wakeFor(aim)
      await promise
    },
    yieldToEventLoop: () => nextTurn(),
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4))

/** Timers count whole milliseconds; this is the only wait that is shorter, and it stands still for all of this thread. */
const minInterval = (ms: number) => void Atomics.wait(nothing, 0, 0, ms)
