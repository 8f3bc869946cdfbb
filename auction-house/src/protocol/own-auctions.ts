import type { Account } from '../accounts/account.ts'
import { bidCount, isLedBy, type Listing, maximumOf } from '../auction/listing.ts'
import { companyName, SELLERS } from '../floor/sellers.ts'
import type { House } from '../house.ts'
import { dollars } from '../money.ts'
import { naivePacific } from '../pacific-time.ts'
import { type Call, type Endpoint, forAccounts } from './endpoint.ts'
import { enveloped, envelopedList } from './envelope.ts'
import { remainingTimeOf } from './item-detail.ts'
import { imageServer } from './pictures.ts'

const DAY_MS = 86_400_000
const PAID_WITHIN_MS = 3_600_000
const FIRST_OWED_ID = 100_000_001

export const ownAuctionEndpoints: Endpoint[] = [
  { method: 'GET', path: 'Auctions/GetOpenAuctions', answer: forAccounts(openAuctions) },
  { method: 'GET', path: 'OpenOrders/GetOpenOrders', answer: forAccounts(openOrders) },
  // The site's clients call this to see whether a token is good. Nobody can save a search here.
  { method: 'POST', path: 'SaveSearches/GetSaveSearches', answer: forAccounts(() => envelopedList([])) },
]

function openAuctions({ house, now, account, query }: Call & { account: Account }) {
  const daysBack = Number(query.get('daysback')) || 180
  const auctionItems = [...account.bidOn]
    .filter((listing) => !listing.closed && listing.opensAt >= now - daysBack * DAY_MS)
    .map((listing) => row(house, listing, account, now))
  return enveloped({ auctionItems })
}

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

/** What the account has won, and what it was said to owe. Nobody pays here: after an hour a lot counts as paid for. */
function openOrders({ now, account }: Call & { account: Account }) {
  const won = [...account.bidOn].filter(
    (listing) => listing.closed && isLedBy(listing, account) && listing.endsAt > now - PAID_WITHIN_MS,
  )
  const orders = won.map((listing) => ({
    itemId: listing.itemId,
    title: listing.title,
    sellerId: listing.seller.sellerId,
    sellerName: companyName(listing.seller),
    price: dollars(listing.standing.priceCents),
    handlingPrice: dollars(listing.handlingCents),
    endTime: naivePacific(listing.endsAt),
  }))
  return envelopedList([...orders, ...Array.from({ length: account.unpaidItems }, (_, place) => owed(place, now))])
}

const owed = (place: number, now: number) => ({
  itemId: FIRST_OWED_ID + place,
  title: 'An earlier win',
  sellerId: SELLERS[0].sellerId,
  sellerName: companyName(SELLERS[0]),
  price: 10,
  handlingPrice: 2,
  endTime: naivePacific(now - 7 * DAY_MS),
})
