import type { BidderStanding } from '../../src/marketplace/marketplace.ts'
import { maximumOf, type ModelItem, type Standing } from './model-item.ts'

/** What the page of a closed auction still says about its bidder's standing. */
export type FlagsAfterClose = 'shown' | 'leads_hidden' | 'all_hidden'

/** The item's page as a bidder sees it, or with null as everybody does. */
export function pageOf(
  { auctionId, startingPriceCents, incrementCents, endsAt, isReserveMet, bids: allBids }: ModelItem,
  { bids, leader, priceCents, minimumCents }: Standing,
  bidder: string | null,
  flags: FlagsAfterClose,
) {
  const leads = bidder !== null && leader === bidder
  const own = bids.filter((bid) => bid.bidder === bidder)
  const highest = own.findLast(({ amountCents }) => amountCents === maximumOf({ bids: own }, bidder ?? ''))
  // A leading bid is shown at the current price, not at its maximum.
  const ownBids = own.map((bid) => ({
    amountCents: leads && bid === highest ? priceCents : bid.amountCents,
    at: bid.at,
  }))
  const standing: BidderStanding = {
    leads: leads && flags === 'shown',
    otherLeads: leader !== null && !leads && flags !== 'all_hidden',
    ownBids: flags === 'all_hidden' ? [] : ownBids,
    retractedBids:
      flags === 'all_hidden' ? [] : allBids.filter((it) => it.bidder === bidder && it.retractedAt !== null),
  }
  return {
    ...PLAIN_PAGE,
    auctionId,
    startingPriceCents,
    currentPriceCents: priceCents,
    minimumBidCents: minimumCents,
    bidIncrementCents: incrementCents,
    bidCount: bids.length,
    endsAt,
    isReserveMet,
    bidders: null,
    standing: bidder === null ? null : standing,
  }
}

/** What every page shows alike. */
export const PLAIN_PAGE = {
  sellerId: '1',
  title: 'Brass lamp',
  seller: null,
  category: null,
  condition: null,
  description: null,
  imageUrls: [],
  shippingCents: null,
  handlingCents: 0,
  pickupOnly: false,
  combinesShipping: null,
  fixedPrice: false,
  startsAt: null,
  endsAtAmbiguous: false,
}
