import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import type { EngineClock } from './core/ports.ts'

/** The timer fires this early, because it may be late. From then on, every turn of the event loop checks the time. */
const WATCH_BEFORE_MS = 8
/** This close to an instant the thread blocks, because another turn of the event loop could run past the instant. */
const BLOCK_BEFORE_MS = 3
/** Instants in quick succession block the event loop for no longer than this. */
const MAX_BLOCK_MS = 12
/** The sleep between two checks. A process that never sleeps loses the processor to others at a random moment. */
const CHECK_INTERVAL_MS = 0.1
/** A blocking sleep may overrun by this much. */
const MAX_OVERSLEEP_MS = 0.2

type Sleeper = { at: number; wake: () => void }

/**
 * A clock that can also wait to a fraction of a millisecond. It blocks the event loop only in the last milliseconds.
 */
export function preciseClock(clock: Clock): EngineClock {
  /** The earliest first. */
  const sleepers: Sleeper[] = []
  let alarmAt = Infinity
  let isWatching = false
  let turnStartedAt = 0

  /** One timer for all sleepers: with a timer each, some of a thousand for one instant would fire late. */
  async function setAlarm({ at }: Sleeper) {
    if (isWatching || at >= alarmAt) return
    alarmAt = at
    await clock.sleepUntil(at - WATCH_BEFORE_MS, neverAborted)
    if (alarmAt === at) alarmAt = Infinity
    if (!isWatching) setImmediate(takeTurn)
    isWatching = true
  }

  function takeTurn() {
    turnStartedAt = clock.monotonic()
    watch()
  }

  /** Wakes all due sleepers in one turn: a turn each for a thousand sleepers would make the last ones late. */
  function watch() {
    const [next] = sleepers
    isWatching = false
    if (!next) return
    const leftMs = next.at - clock.monotonic()
    if (leftMs > WATCH_BEFORE_MS) {
      void setAlarm(next)
      return
    }
    isWatching = true
    if (leftMs > BLOCK_BEFORE_MS) {
      blockFor(CHECK_INTERVAL_MS)
      setImmediate(takeTurn)
      return
    }
    blockUntil(next.at)
    const now = clock.monotonic()
    while (sleepers[0] && sleepers[0].at <= now) sleepers.shift()?.wake()
    // The woken sleepers run first, then the next ones of the same burst, and only then the event loop.
    if (now - turnStartedAt < MAX_BLOCK_MS) queueMicrotask(() => process.nextTick(watch))
    else setImmediate(takeTurn)
  }

  function blockUntil(at: number) {
    const leftMs = at - MAX_OVERSLEEP_MS - clock.monotonic()
    if (leftMs > 0) blockFor(leftMs)
    while (clock.monotonic() < at);
  }

  return {
    ...clock,
    async sleepUntilPrecise(at) {
      if (clock.monotonic() >= at) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const sleeper = { at, wake: resolve }
      sleepers.splice(sleepers.findLastIndex((other) => other.at <= at) + 1, 0, sleeper)
      if (sleepers[0] === sleeper) void setAlarm(sleeper)
      await promise
    },
    yieldToEventLoop: () => nextTurn(),
  }
}

const unused = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread for a fraction of a millisecond; timers count only whole milliseconds. */
const blockFor = (ms: number) => void Atomics.wait(unused, 0, 0, ms)
