import { BID } from '@bidwell/contract'
import type { ClockEstimate } from './site-clock.ts'

/** The moments of a snipe on the engine's monotonic clock, and the planned one on the site's clock (epoch ms). */
export type Timeline = {
  /** When to log in and to read the item's page first, with time to spare. */
  armAt: number
  /** When to open the connection for the bid and to read the item's page again. */
  rereadAt: number
  warmFrom: number
  lockInAt: number
  /** When the request must leave to arrive at its planned moment. */
  fireAt: number
  /** When a site that asks for a pause beyond the close is tried once more. */
  lastTryAt: number
  endAt: number
  settleAt: number
  plannedSiteTime: number
  /** The snipe's place in each window over which snipes of one moment spread their reads, from 0 to 1. */
  place: number
}

/** No snipe is armed earlier than this. */
export const ARM_BEFORE_MS = 90_000
/**
 * The windows over which snipes of one moment spread their reads, in ms before the shot: with one read each, two hundred
 * snipes arm at three to four reads a second. The later windows are short, because a late reading is worth more.
 */
const ARM = { from: ARM_BEFORE_MS, to: 30_000 }
const REREAD = { from: 24_000, to: 12_000 }
const WARM = { from: 13_000, to: 10_000 }
const SETTLE_AFTER_MS = { from: 3_000, to: 4_000 }
const SETTLE_WAITED_FOR_AFTER_MS = 1_500
/** Spreads consecutive bid numbers evenly: the step is the golden section of the whole. */
const PLACE = { step: 617, whole: 1_000 }
const LAST_TRY_BEFORE_CLOSE_MS = 750
/** If the site's clock is less certain than this, the shot and the last try are moved earlier by the whole uncertainty. */
const TOLERATED_UNCERTAINTY_MS = 500
/**
 * A longer one-way time was a pause of the engine or of the site. An early shot reveals the maximum to other bidders.
 */
export const MAX_ONE_WAY_MS = 200

/** The moments of a snipe, from the site clock's estimate and the one-way latency to the site in ms. */
export function timelineOf(
  snipe: {
    bidId: number
    endsAt: number
    leadMs: number
    /** The bids of its group wait for its result. */ isWaitedFor?: boolean
  },
  { offsetMs, uncertaintyMs }: ClockEstimate,
  oneWayMs: number,
): Timeline {
  const widenedMs = uncertaintyMs > TOLERATED_UNCERTAINTY_MS ? uncertaintyMs : 0
  const plannedSiteTime = snipe.endsAt - snipe.leadMs - widenedMs
  const planned = plannedSiteTime - offsetMs
  const endAt = snipe.endsAt - offsetMs
  const place = ((snipe.bidId * PLACE.step) % PLACE.whole) / PLACE.whole
  const within = ({ from, to }: { from: number; to: number }) => from + (to - from) * place
  return {
    armAt: planned - within(ARM),
    rereadAt: planned - within(REREAD),
    warmFrom: planned - within(WARM),
    lockInAt: planned - BID.lockInBeforeMs,
    fireAt: planned - Math.min(oneWayMs, MAX_ONE_WAY_MS),
    lastTryAt: endAt - widenedMs - LAST_TRY_BEFORE_CLOSE_MS,
    endAt,
    settleAt: endAt + (snipe.isWaitedFor ? SETTLE_WAITED_FOR_AFTER_MS : within(SETTLE_AFTER_MS)),
    plannedSiteTime,
    place,
  }
}
