import { type FaultWindow, findQuietPeriod } from '../faults/fault-windows.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { World } from '../world/world.ts'
import { type LossReason, mainReason } from './loss-reasons.ts'

/** With no fault for so long, around the moment to fire or later, a bid must be sent. */
const WINNABLE_MS = 3_000
const WINNABLE_FROM_MS = 5_000
/** Between two clocks that differ by less than a second, the moment to fire is unsure by half of it. */
const TWO_CLOCKS_MS = 1_000
/** A bid needs so long to reach the site. */
const TRAVEL_MS = 500
/** An engine sends a refused bid so often at most. */
const MAX_REFUSALS = 3

/** `not_needed`: it was cancelled, or the price had passed its maximum. `unavoidable`: a fault prevented the sending. */
export type BidClass =
  | { kind: 'placed' }
  | { kind: 'not_needed'; because: string }
  | { kind: 'unavoidable'; reason: LossReason }
  | { kind: 'lost_needlessly'; because: string }

/** Whether a snipe could have been placed in time, and if not, why: by what the world knows, not the engine. */
export function classifyBid(world: World, bid: ModelBid): BidClass {
  const { site, faultWindows, sendings } = world
  const { auctionId, bidId, accountId, leadMs, maxBidCents, status } = bid
  const item = site.items.get(auctionId)
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (!item || sent.some(({ accepted }) => accepted)) return { kind: 'placed' }
  if (status === 'cancelled') return { kind: 'not_needed', because: 'cancelled' }
  if (site.standing(auctionId).minimumCents > maxBidCents)
    return { kind: 'not_needed', because: 'price past its maximum' }
  if (site.maximumOf(site.userOf(accountId), auctionId) >= maxBidCents)
    return { kind: 'not_needed', because: 'its owner has bid as much by hand' }
  if (item.withdrawn || item.closedEarlyAt !== null) return unavoidable('withdrawn or closed early')
  if (item.wasCutShort) return unavoidable('its end was moved nearer')
  if (sent.filter(({ refusedBySite }) => refusedBySite).length > MAX_REFUSALS) return unavoidable('refused four times')

  const isLate = sent.some(({ siteTime, isTimeKnown }) => !isTimeKnown && siteTime > item.endsAt - TRAVEL_MS)
  if (site.hasTwoClocks && isLate) return unavoidable('its time was not known')

  const close = site.instantOf(item.endsAt)
  const minMs = WINNABLE_MS + (site.hasTwoClocks ? TWO_CLOCKS_MS : 0)
  return classifyLoss(faultWindows.of(bidId), { planned: site.instantOf(item.endsAt - leadMs), close, minMs })
}

const unavoidable = (reason: LossReason): BidClass => ({ kind: 'unavoidable', reason })

function classifyLoss(
  windows: readonly FaultWindow[],
  { planned, close, minMs }: { planned: number; close: number; minMs: number },
): BidClass {
  // A quiet period that ends before the moment to fire does not help, since nothing may be sent in it.
  const from = Math.max(planned - WINNABLE_FROM_MS, planned + TRAVEL_MS - WINNABLE_MS)
  const to = close - TRAVEL_MS
  const quiet = findQuietPeriod(windows, { from, to, minMs })
  if (quiet) return { kind: 'lost_needlessly', because: `it could have been sent from ${quiet.from} to ${quiet.to}` }
  const reason = mainReason(windows, { from, to: close })
  if (reason) return unavoidable(reason)
  return { kind: 'lost_needlessly', because: 'no fault kept it from being sent' }
}
