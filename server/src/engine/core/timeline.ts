import { BID } from '@bidwell/contract'
import type { ClockEstimate } from './site-clock.ts'

/** A snipe's moments on our monotonic clock, and two of them on the site's (epoch ms), for the log. */
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
/**
 * Snipes of one moment look at the site one after another, so that neither it nor we have to deal with all at once. The
 * golden part of the second keeps looks apart whatever steps their numbers and moments take.
 */
const APART = { stepMs: 617, withinMs: 1_000 }
const SETTLE_AFTER_MS = 3_000
/** With a clock less certain than this, the shot is moved ahead by all of the uncertainty. */
const TOLERATED_UNCERTAINTY_MS = 500
/** A longer way than this was a pause of ours or the site's: the shot has its own way, and shows the hand if it is early. */
export const LONGEST_ONE_WAY_MS = 200

export function timelineOf(
  snipe: { bidId: number; endsAt: number; leadMs: number },
  { offsetMs, uncertaintyMs }: ClockEstimate,
  oneWayMs: number,
): Timeline {
  const widenedMs = uncertaintyMs > TOLERATED_UNCERTAINTY_MS ? uncertaintyMs : 0
  const plannedSiteTime = snipe.endsAt - snipe.leadMs - widenedMs
  const planned = plannedSiteTime - offsetMs
  const endAt = snipe.endsAt - offsetMs
  const apartMs = (snipe.bidId * APART.stepMs) % APART.withinMs
  return {
    armAt: planned - ARM_BEFORE_MS - apartMs,
    rereadAt: planned - REREAD_BEFORE_MS - apartMs,
    warmFrom: planned - WARM_BEFORE_MS - apartMs,
    lockInAt: planned - BID.lockInBeforeMs,
    fireAt: planned - Math.min(oneWayMs, LONGEST_ONE_WAY_MS),
    endAt,
    settleAt: endAt + SETTLE_AFTER_MS + apartMs,
    plannedSiteTime,
    endSiteTime: snipe.endsAt,
  }
}
