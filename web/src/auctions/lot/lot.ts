import type { Auction, Bid } from '@bidwell/contract'

/** A tracked auction with the bid that stands on it, or last stood. `bidUnknown`: bids could not be read yet. */
export type Lot = { auction: Auction; bid: Bid | null; bidUnknown?: true }

/**
 * Joins auctions with their newest bids. A cancelled bid is as good as none, unless a pause kept it from being sent;
 * bids that are not known are not.
 */
export function joinBids(auctions: readonly Auction[], bids: readonly Bid[] | undefined): Lot[] {
  if (!bids) return auctions.map((auction) => ({ auction, bid: null, bidUnknown: true }))
  const newest = new Map<number, Bid>()
  for (const bid of bids) {
    const known = newest.get(bid.trackedAuctionId)
    if (!known || known.id < bid.id) newest.set(bid.trackedAuctionId, bid)
  }
  return auctions.map((auction) => {
    const bid = newest.get(auction.id)
    return lotOf(auction, bid && (bid.status !== 'cancelled' || bid.outcome === 'paused') ? bid : null)
  })
}

const made = new WeakMap<Auction, Lot>()

/** The same parts make the same lot, so that only cards whose lot has changed are drawn again. */
function lotOf(auction: Auction, bid: Bid | null): Lot {
  const known = made.get(auction)
  if (known?.bid === bid) return known
  const lot = { auction, bid }
  made.set(auction, lot)
  return lot
}
