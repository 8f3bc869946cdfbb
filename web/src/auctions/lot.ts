import type { Auction, Bid } from '@bidwell/contract'

/** A tracked auction with the bid that stands on it, or last stood. */
export type Lot = { auction: Auction; bid: Bid | null }

/** Joins auctions with their newest bids. A cancelled bid is as good as none. */
export function pairUp(auctions: readonly Auction[], bids: readonly Bid[]): Lot[] {
  const newest = new Map<number, Bid>()
  for (const bid of bids) {
    const known = newest.get(bid.trackedAuctionId)
    if (!known || known.id < bid.id) newest.set(bid.trackedAuctionId, bid)
  }
  return auctions.map((auction) => {
    const bid = newest.get(auction.id)
    return { auction, bid: bid && bid.status !== 'cancelled' ? bid : null }
  })
}
