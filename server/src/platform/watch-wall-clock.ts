import { type Clock, wallClock } from './clock.ts'
import { every } from './every.ts'

const POLL_INTERVAL_MS = 10_000
/** A smaller difference is a gradual adjustment, or a machine that was slow to answer. */
const MIN_STEP_MS = 2_000

type WatchDeps = {
  clock: Clock
  log: { warn(fields: object, message: string): void }
  /** Epoch ms by the machine's clock as it is set at this moment. */
  wall?: () => number
}

/**
 * Logs a warning whenever the machine's wall clock is set, until disposed. The process keeps the time of its start, so
 * its records follow the new time only after a restart.
 */
export function watchWallClock({ clock, log, wall = wallClock }: WatchDeps): AsyncDisposable {
  let aheadMs = wall() - clock.now()

  return every(clock, POLL_INTERVAL_MS, () => {
    const setByMs = wall() - clock.now() - aheadMs
    if (Math.abs(setByMs) < MIN_STEP_MS) return
    log.warn({ setByMs: Math.round(setByMs) }, "the machine's clock was set; restart to go by it")
    aheadMs += setByMs
  })
}
