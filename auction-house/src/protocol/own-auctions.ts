import type { Account } from '../accounts/account.ts'
import { bidCount, isLedBy, type Listing, maximumOf } from '../auction/listing.ts'
import type { House } from '../house.ts'
import { dollars } from '../money.ts'
import { naivePacific } from '../pacific-time.ts'
import { type Call, type Endpoint, requireLogin } from './endpoint.ts'
import { enveloped, envelopedList } from './envelope.ts'
import { remainingTimeOf } from './item-detail.ts'
import { imageServer } from './pictures.ts'
import { shownListing } from './shown-listing.ts'

const DAY_MS = 86_400_000

export const ownAuctionEndpoints: Endpoint[] = [
  { method: 'GET', path: 'Auctions/GetOpenAuctions', answer: requireLogin(openAuctions) },
  // Clients of the site call this to check a token. Saving a search is not supported here.
  { method: 'POST', path: 'SaveSearches/GetSaveSearches', answer: requireLogin(() => envelopedList([])) },
]

export type AccountCall = Call & { account: Account }

function openAuctions(call: AccountCall) {
  const { house, now, account, query } = call
  const daysBack = Number(query.get('daysback')) || 180
  const auctionItems = shownBidOn(call)
    .filter((listing) => !listing.closed && listing.opensAt >= now - daysBack * DAY_MS)
    .map((listing) => row(house, listing, account, now))
  return enveloped({ auctionItems })
}

/** The listings on which the pages of a call show a bid of its account. */
export const shownBidOn = (call: AccountCall) =>
  [...call.account.bidOn]
    .map((listing) => shownListing(call, listing))
    .filter((listing) => maximumOf(listing, call.account) !== undefined)

function row(house: House, listing: Listing, account: Account, now: number) {
  return {
    itemId: listing.itemId,
    title: listing.title,
    currentPrice: dollars(listing.standing.priceCents),
    maxBidAmount: dollars(maximumOf(listing, account) ?? 0),
    quantityWon: isLedBy(listing, account) ? 1 : 0,
    numBids: bidCount(listing),
    endTime: naivePacific(listing.endsAt),
    remainingTime: remainingTimeOf(listing, now),
    imageURL: '',
    imageServer: imageServer(house),
  }
}
