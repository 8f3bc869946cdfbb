import type { Account, Favorite } from '../accounts/account.ts'
import { bidCount, type Listing, maximumOf } from '../auction/listing.ts'
import { empty } from '../http/answer.ts'
import { dollars } from '../money.ts'
import { naivePacific } from '../pacific-time.ts'
import { categoryPath } from '../sample-items/catalogue.ts'
import { companyName } from '../sample-items/sellers.ts'
import { type Call, type Endpoint, requireLogin, itemIdOf, textOf } from './endpoint.ts'
import { enveloped, envelopedList, refused } from './envelope.ts'
import { imageServer, picturePath } from './pictures.ts'
import { shownListing, showsLead } from './shown-listing.ts'

const MAX_NOTE_LENGTH = 500
const MAX_FAVORITES = 1_000

export const favoriteEndpoints: Endpoint[] = [
  { method: 'POST', path: 'Favorite/GetAllFavoriteItemsByType', answer: requireLogin(allByType) },
  { method: 'GET', path: 'Favorite/AddToFavorite', answer: requireLogin(add) },
  { method: 'GET', path: 'Favorite/RemoveItemFromFavoriteList', answer: requireLogin(remove) },
  { method: 'POST', path: 'Favorite/Save', answer: requireLogin(saveNote) },
]

type AccountCall = Call & { account: Account }

function allByType(call: AccountCall) {
  const type = (call.query.get('type') ?? 'all').toLowerCase()
  const rows = [...call.account.favorites.values()]
    .map((favorite) => ({ ...favorite, listing: shownListing(call, favorite.listing) }))
    .filter(({ listing }) => type === 'all' || (type === 'close') === listing.closed)
    .map((favorite) => row(call, favorite))
  return envelopedList(rows)
}

function add({ house, account, query }: AccountCall) {
  const itemId = itemIdOf(query.get('itemid'))
  if (typeof itemId !== 'number') return itemId
  const listing = house.listings.get(itemId)
  if (!listing) return empty(404)
  if (account.favorites.size >= MAX_FAVORITES) return refused('Your favorites list is full.')
  if (!account.favorites.has(itemId))
    account.favorites.set(itemId, { watchlistId: watchlistIdOf(account, listing), listing, notes: '' })
  return enveloped(true)
}

function remove({ account, query }: AccountCall) {
  const itemId = itemIdOf(query.get('itemid'))
  if (typeof itemId !== 'number') return itemId
  account.favorites.delete(itemId)
  return enveloped(true)
}

function saveNote({ account, body }: AccountCall) {
  const favorite = [...account.favorites.values()].find(
    ({ watchlistId }) => watchlistId === Number(body['watchlistid']),
  )
  if (!favorite) return refused('Favorite not found.')
  favorite.notes = textOf(body['notes']).slice(0, MAX_NOTE_LENGTH)
  return enveloped(true)
}

/** A unique number for each pair of account and listing, below 2^53. */
const watchlistIdOf = ({ buyerId }: Account, { itemId }: Listing) => (buyerId % 1_000_000) * 1_000_000_000 + itemId

function row(call: AccountCall, { watchlistId, listing, notes }: Favorite) {
  const { house, account } = call
  const maxCents = maximumOf(listing, account)
  return {
    imageStatus: 0,
    itemId: listing.itemId,
    numBids: bidCount(listing),
    quantityWon: showsLead(call, listing, account) ? 1 : 0,
    watchlistId,
    type: listing.closed ? 'Close' : 'Open',
    discountedBuyNowPrice: 0,
    discount: 0,
    buyNowPrice: 0,
    currentPrice: dollars(listing.standing.priceCents),
    minimumBid: dollars(listing.startingPriceCents),
    maxBid: maxCents === undefined ? null : dollars(maxCents),
    isStock: false,
    imageServer: imageServer(house),
    imageURL: `${imageServer(house)}${picturePath(listing)}`,
    notes,
    sellerName: companyName(listing.seller),
    title: listing.title,
    endTime: naivePacific(listing.endsAt),
    startTime: naivePacific(listing.opensAt),
    catFullName: categoryPath(listing.category),
    sellerId: listing.seller.sellerId,
    itemPartNumber: '',
    itemQuantity: 1,
    listingType: 0,
  }
}
