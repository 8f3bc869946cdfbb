import type { ItemOf } from '../../bids/results/BidToastContent.tsx'
import { isOvertaken } from './lot-state.ts'
import type { Lot } from './lot.ts'

/** Finds the item of a bid among the tracked auctions. */
export const itemOfBidIn =
  (lots: readonly Lot[]): ItemOf =>
  (bid) => {
    const auction = lots.find((lot) => lot.auction.id === bid.trackedAuctionId)?.auction
    return {
      imageUrl: auction?.imageUrls[0],
      itemUrl: auction?.itemUrl,
      isOvertaken: auction !== undefined && isOvertaken(auction, bid),
    }
  }
