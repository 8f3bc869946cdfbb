import { BID } from '@bidwell/contract'
import type { ClockEstimate } from './site-clock.ts'

/**
 * The moments of a snipe on the engine's monotonic clock, and two of them on the site's clock (epoch ms) for the log.
 */
export type Timeline = {
  armAt: number
  rereadAt: number
  warmFrom: number
  lockInAt: number
  /** When the request must leave to arrive at its planned moment. */
  fireAt: number
  endAt: number
  settleAt: number
  plannedSiteTime: number
  endSiteTime: number
}

export const ARM_BEFORE_MS = 90_000
const REREAD_BEFORE_MS = 15_000
const WARM_BEFORE_MS = 10_000
/** Spreads the readings of simultaneous snipes over a second, evenly: the step is the golden section of the second. */
const SPREAD = { stepMs: 617, withinMs: 1_000 }
const SETTLE_AFTER_MS = 3_000
/** If the site's clock is less certain than this, the shot is moved earlier by the whole uncertainty. */
const TOLERATED_UNCERTAINTY_MS = 500
/**
 * A longer one-way time was a pause of the engine or of the site. An early shot reveals the maximum to other bidders.
 */
export const MAX_ONE_WAY_MS = 200

/** The moments of a snipe, from the site clock's estimate and the one-way latency to the site in ms. */
export function timelineOf(
  snipe: { bidId: number; endsAt: number; leadMs: number },
  { offsetMs, uncertaintyMs }: ClockEstimate,
  oneWayMs: number,
): Timeline {
  const widenedMs = uncertaintyMs > TOLERATED_UNCERTAINTY_MS ? uncertaintyMs : 0
  const plannedSiteTime = snipe.endsAt - snipe.leadMs - widenedMs
  const planned = plannedSiteTime - offsetMs
  const endAt = snipe.endsAt - offsetMs
  const spreadMs = (snipe.bidId * SPREAD.stepMs) % SPREAD.withinMs
  return {
    armAt: planned - ARM_BEFORE_MS - spreadMs,
    rereadAt: planned - REREAD_BEFORE_MS - spreadMs,
    warmFrom: planned - WARM_BEFORE_MS - spreadMs,
    lockInAt: planned - BID.lockInBeforeMs,
    fireAt: planned - Math.min(oneWayMs, MAX_ONE_WAY_MS),
    endAt,
    settleAt: endAt + SETTLE_AFTER_MS + spreadMs,
    plannedSiteTime,
    endSiteTime: snipe.endsAt,
  }
}
