import type { Account } from '../accounts/account.ts'
import type { Bidder } from '../auction/apply-proxy-bid.ts'
import { type Bid, bidCount, isLedBy, isReserveMet, type Listing } from '../auction/listing.ts'
import { dollars } from '../money.ts'
import { naivePacific } from '../pacific-time.ts'
import { maskedName } from './masked-name.ts'

/** The bids inside item detail. Bids of the requesting account are marked. `hidesLeader` leaves out who leads. */
export function bidHistory(listing: Listing, account: Account | undefined, hidesLeader: boolean) {
  return {
    auctionClosed: listing.closed,
    authenticatedBuyerLogin: account?.name ?? null,
    itemCurrentPrice: dollars(listing.standing.priceCents),
    ...reserveOf(listing),
    showQuantity: false,
    isHighBidderLogIn: !hidesLeader && isLedBy(listing, account),
    bidSummary: bidCount(listing) > 0 && !hidesLeader ? summary(listing, account) : [],
    bidComplete: complete(listing, account, hidesLeader),
  }
}

const reserveOf = (listing: Listing) => ({
  itemReservePrice: dollars(listing.reserveCents),
  isItemResearve: listing.reserveCents > 0,
  isReserveMet: isReserveMet(listing),
})

/** A leader's maximum stays hidden: it is shown as the current price until another bidder leads. */
export const shownCents = ({ standing }: Listing, { bidder, maxCents }: Bid) =>
  bidder === standing.leader ? Math.min(maxCents, standing.priceCents) : maxCents

/** One row per bidder, highest maximum first, and of equal maximums the earlier one first. */
function summary(listing: Listing, account: Account | undefined) {
  const bestOf = new Map<Bidder, Bid>()
  for (const bid of listing.bids) {
    const best = bestOf.get(bid.bidder)
    if (best === undefined || bid.maxCents > best.maxCents) bestOf.set(bid.bidder, bid)
  }
  return [...bestOf.values()]
    .toSorted((a, b) => b.maxCents - a.maxCents || a.at - b.at)
    .map((bid) => ({
      bidHistoryId: 0,
      itemId: listing.itemId,
      quantity: 1,
      quantityWon: isLedBy(listing, bid.bidder) ? 1 : 0,
      bidderName: maskedName(bid.bidder.name),
      amount: dollars(shownCents(listing, bid)),
      buyNow: false,
      time: naivePacific(bid.at),
      isLoggedInBuyer: bid.bidder === account,
    }))
}

/** One row per bid, not in order of time, as on the site. */
function complete(listing: Listing, account: Account | undefined, hidesLeader: boolean) {
  const retracted = listing.retracted.map((bid) => ({ ...bid, priceCents: bid.maxCents, leader: bid.bidder }))
  return [...listing.bids, ...retracted]
    .toSorted((a, b) => a.maxCents - b.maxCents)
    .map((bid) => ({
      bidLogId: 0,
      itemId: listing.itemId,
      itemPrice: dollars(bid.priceCents),
      bidAmount: dollars(shownCents(listing, bid)),
      bidTime: naivePacific(bid.at),
      quantity: 1,
      bidIPAddress: null,
      adCode: '',
      serverIP: '',
      retracted: listing.withdrawn || retracted.includes(bid),
      bidderName: maskedName(bid.bidder.name),
      highBidderName: maskedName(bid.leader.name),
      isBuyerHighBidder: !hidesLeader && account !== undefined && bid.leader === account,
      isLoggedInBuyer: bid.bidder === account,
    }))
}
