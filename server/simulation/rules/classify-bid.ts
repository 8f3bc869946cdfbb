import { findQuietPeriod } from '../faults/fault-windows.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { World } from '../world/world.ts'

/** With no fault for so long, around the moment to fire or later, a bid must be sent. */
const WINNABLE_MS = 3_000
const WINNABLE_FROM_MS = 5_000
/** A bid needs so long to reach the site. */
const TRAVEL_MS = 500
/** An engine sends a refused bid so often at most. */
const MAX_REFUSALS = 3

/** `not_needed`: it was cancelled, or the price had passed its maximum. `unavoidable`: a fault prevented the sending. */
export type BidClass = { kind: 'accepted' | 'not_needed' | 'unavoidable' | 'lost_needlessly'; reason: string }

/** Whether a snipe could have been sent in time, and if not, reason: by what the world knows, not the engine. */
export function classifyBid({ site, faultWindows, sendings }: World, bid: ModelBid): BidClass {
  const { auctionId, bidId, leadMs, maxBidCents } = bid
  const item = site.items.get(auctionId)
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (!item || sent.some(({ accepted }) => accepted)) return { kind: 'accepted', reason: '' }
  if (bid.status === 'cancelled') return { kind: 'not_needed', reason: 'cancelled' }
  if (site.standing(auctionId).minimumCents > maxBidCents)
    return { kind: 'not_needed', reason: 'price past its maximum' }
  if (item.withdrawn || item.closedEarlyAt !== null) return { kind: 'unavoidable', reason: 'withdrawn or closed early' }
  if (item.wasCutShort) return { kind: 'unavoidable', reason: 'its end was moved nearer' }
  const refusals = sent.filter(({ refusedBySite }) => refusedBySite).length
  if (refusals > MAX_REFUSALS) return { kind: 'unavoidable', reason: 'refused four times' }

  const close = site.instantOf(item.endsAt)
  const planned = close - leadMs
  const windows = faultWindows.of(bidId)
  // A quiet period that ends before the moment to fire does not help, since nothing may be sent in it.
  const from = Math.max(planned - WINNABLE_FROM_MS, planned + TRAVEL_MS - WINNABLE_MS)
  const quiet = findQuietPeriod(windows, { from, to: close - TRAVEL_MS, minMs: WINNABLE_MS })
  if (quiet) return { kind: 'lost_needlessly', reason: `from ${quiet.from} to ${quiet.to}` }
  const reasons = windows
    .filter((window) => window.to > planned - WINNABLE_FROM_MS && window.from < close)
    .map(({ reason }) => reason)
  return { kind: 'unavoidable', reason: [...new Set(reasons)].toSorted().join(', ') }
}
