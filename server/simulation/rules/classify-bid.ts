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
export type BidClass = { kind: 'accepted' | 'not_needed' | 'unavoidable' | 'lost_needlessly'; why: string }

/** Whether a snipe could have been sent in time, and if not, why: by what the world knows, not the engine. */
export function classifyBid({ site, faultWindows, sendings }: World, bid: ModelBid): BidClass {
  const { auctionId, bidId, leadMs, maxBidCents } = bid
  const item = site.items.get(auctionId)
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (!item || sent.some(({ accepted }) => accepted)) return { kind: 'accepted', why: '' }
  if (bid.status === 'cancelled') return { kind: 'not_needed', why: 'cancelled' }
  if (site.standing(auctionId).minimumCents > maxBidCents) return { kind: 'not_needed', why: 'price past its maximum' }
  if (item.withdrawn || item.closedEarlyAt !== null) return { kind: 'unavoidable', why: 'withdrawn or closed early' }
  if (item.wasCutShort) return { kind: 'unavoidable', why: 'its end was moved nearer' }
  const refusals = sent.filter(({ refusedBySite }) => refusedBySite).length
  if (refusals > MAX_REFUSALS) return { kind: 'unavoidable', why: 'refused four times' }

  const close = site.instantOf(item.endsAt)
  const planned = close - leadMs
  const windows = faultWindows.of(bidId)
  // A quiet period that ends before the moment to fire does not help, since nothing may be sent in it.
  const from = Math.max(planned - WINNABLE_FROM_MS, planned + TRAVEL_MS - WINNABLE_MS)
  const quiet = findQuietPeriod(windows, { from, to: close - TRAVEL_MS, minMs: WINNABLE_MS })
  if (quiet) return { kind: 'lost_needlessly', why: `from ${quiet.from} to ${quiet.to}` }
  const reasons = windows
    .filter((window) => window.to > planned - WINNABLE_FROM_MS && window.from < close)
    .map(({ why }) => why)
  return { kind: 'unavoidable', why: [...new Set(reasons)].toSorted().join(', ') }
}
