import type { ItemOf } from '../../bids/results/BidToastContent.tsx'
import { isOvertaken } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** Finds the item of a bid among the tracked auctions. */
export const itemOfBidIn =
  (auctions: readonly TrackedAuction[]): ItemOf =>
  (bid) => {
    const auction = auctions.find((tracked) => tracked.auction.id === bid.trackedAuctionId)?.auction
    return {
      imageUrl: auction?.imageUrls[0],
      isOvertaken: auction !== undefined && isOvertaken(auction, bid),
    }
  }
