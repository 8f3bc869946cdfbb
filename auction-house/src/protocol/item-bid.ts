import type { Account } from '../accounts/account.ts'
import { bidCount, type Listing, minimumOf } from '../auction/listing.ts'
import { type BidOutcome, placeBid } from '../auction/place-bid.ts'
import { badRequest, empty, json } from '../http/answer.ts'
import { centsOf, dollars, dollarText } from '../money.ts'
import { bidMessageTime, naivePacific } from '../pacific-time.ts'
import { companyName } from '../sample-items/sellers.ts'
import { type Call, type Endpoint, requireLogin, itemIdOf } from './endpoint.ts'
import { GUESSES } from './guesses.ts'
import { imageServer, picturePath } from './pictures.ts'
import { shownListing } from './shown-listing.ts'

export const PLACE_BID = 'ItemBid/PlaceBid'

export const itemBidEndpoints: Endpoint[] = [
  { method: 'GET', path: 'ItemBid/ShowBidModal', answer: requireLogin(showBidModal) },
  { method: 'POST', path: PLACE_BID, answer: requireLogin(placeBidEndpoint) },
]

function showBidModal(call: Call) {
  const { house, query } = call
  const itemId = itemIdOf(query.get('itemid'))
  if (typeof itemId !== 'number') return itemId
  const found = house.listings.get(itemId)
  if (!found) return empty(404)
  const listing = shownListing(call, found)
  const { category, seller } = listing
  return json({
    startTime: naivePacific(listing.opensAt),
    endTime: naivePacific(listing.endsAt),
    title: listing.title,
    itemId,
    currentPrice: dollars(listing.standing.priceCents),
    pickupOnly: listing.pickupOnly,
    quantity: 1,
    minimumBid: dollars(minimumOf(listing)),
    sellerReturnPolicy: '<p>All sales are final.</p>',
    sellerId: seller.sellerId,
    itemImageId: 0,
    azureFilePath: picturePath(listing),
    thumbFilePath: picturePath(listing),
    azureServerPath: imageServer(house),
    categoryName: category.name,
    sellerCompanyName: companyName(seller),
    partNumber: '',
    category: null,
    subcategory: null,
    pickupCity: seller.city,
    pickupState: seller.state,
    sellerLandingPageName: seller.city,
    listingType: 0,
  })
}

function placeBidEndpoint({ house, now, account, body, entry }: Call & { account: Account }) {
  const record = (outcome: NonNullable<typeof entry>['outcome']) => {
    if (entry) entry.outcome = outcome
  }
  const itemId = itemIdOf(body['itemid'])
  if (typeof itemId !== 'number') {
    record('malformed')
    return itemId
  }
  const amount = body['bidamount']
  const maxCents = typeof amount === 'string' || typeof amount === 'number' ? centsOf(amount) : undefined
  if (maxCents === undefined) {
    record('malformed')
    return badRequest('bidAmount', 'Could not convert to decimal.')
  }
  const listing = house.listings.get(itemId)
  if (!listing) {
    record('no_such_item')
    return empty(404)
  }

  const outcome = placeBid(listing, account, maxCents, now)
  record(outcome)
  // The site sets this cookie, and refuses every request that sends it back.
  return json(present(listing, outcome), 200, { 'set-cookie': `Bid=${itemId}; path=/; HttpOnly` })
}

const ADVICE =
  '<p>Did you know you can keep your address up to date? See <a href="/shopgoodwill/personal-information">Personal Information</a>.</p>'

/** This answer has no envelope. */
const present = (listing: Listing, outcome: BidOutcome) => ({
  itemId: listing.itemId,
  isUnauthorized: false,
  pastDueMessage: null,
  bidIncrement: dollars(listing.incrementCents),
  currentPrice: dollars(listing.standing.priceCents),
  numBids: bidCount(listing),
  ...ANSWERS[outcome](listing),
})

type OutcomeAnswer = { status: boolean; result: number; message: string; currentPrice?: null; pastDueMessage?: string }

/** A leading and an outbid bid have the same code and differ only in the message. The typo is the site's. */
const ANSWERS: Record<BidOutcome, (listing: Listing) => OutcomeAnswer> = {
  leading: ({ endsAt }) => ({
    ...GUESSES.accepted,
    message: `<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> the high bidder for this auction. </p><p>This item ends at ${bidMessageTime(endsAt)}, check back then for results. </p>${ADVICE}`,
  }),
  outbid: () => ({
    ...GUESSES.accepted,
    message: `<h3><b>You have already been outbid. </b></h3><p>This occurred because someone specfied a higher maximum bid than you. </p>${ADVICE}`,
  }),
  closed: ({ endsAt }) => ({
    status: false,
    result: -3,
    currentPrice: null,
    message: `Auction has closed. Auction ended as of ${bidMessageTime(endsAt)}`,
  }),
  too_low: (listing) => ({
    status: false,
    result: GUESSES.tooLow.result,
    message: GUESSES.tooLow.message(dollarText(minimumOf(listing))),
  }),
  unpaid_items: () => ({ status: false, ...GUESSES.unpaidItems }),
  leading_too_many: () => ({ status: false, ...GUESSES.leadingTooMany }),
}
