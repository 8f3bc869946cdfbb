import * as z from 'zod'
import type { Account } from '../accounts/account.ts'
import { bidCount, type Listing } from '../auction/listing.ts'
import { searchListings, type SearchQuery } from '../auction/search-listings.ts'
import type { House } from '../house.ts'
import { type Answer, badRequest, empty, json } from '../http/answer.ts'
import { centsOf, dollars } from '../money.ts'
import { endOfPacificDay, naivePacific } from '../pacific-time.ts'
import { categoryPath, categoryTree } from '../sample-items/catalogue.ts'
import { type Call, type Endpoint, textOf } from './endpoint.ts'
import { remainingTimeOf, shortNameOf } from './item-detail.ts'
import { imageServer, picturePath } from './pictures.ts'
import { shownListing } from './shown-listing.ts'

const ROWS_PER_PAGE = 40
const MAX_RECORDS = 10_000
const DAY_MS = 86_400_000

export const searchEndpoints: Endpoint[] = [{ method: 'POST', path: 'Search/ItemListing', answer: itemListing }]

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .transform((value) => value === true || value === 'true')
const number = z.union([z.number(), z.string()]).transform(String)
const text = z.string().max(500)

/** The fields that the search uses. A body without one of them finds nothing, as on the site. */
const Query = z.object({
  searchtext: text,
  selectedcategoryids: text,
  selectedsellerids: text,
  lowprice: number,
  highprice: number,
  searchbuynowonly: flag,
  searchpickuponly: flag,
  searchnopickuponly: flag,
  searchonecentshippingonly: flag,
  searchdescriptions: flag,
  searchclosedauctions: flag,
  closedauctionendingdate: text,
  closedauctiondaysback: number,
  sortcolumn: number,
  sortdescending: flag,
  page: number,
  catids: text,
})

function itemListing(call: Call): Answer {
  const { house, now, account, body } = call
  if (textOf(body['searchtext']).includes('"')) return empty(403)
  const parsed = Query.safeParse(body)
  if (!parsed.success) return found(house, [], 0, account, now)
  const query = parsed.data

  for (const field of ['lowPrice', 'highPrice']) {
    const value = String(body[field.toLowerCase()])
    if (value !== '' && centsOf(value) === undefined) {
      return badRequest(field, `Could not convert string to decimal: ${value}. Path '${field}', line 1, position 1.`)
    }
  }

  const shown = house.listings.values().map((listing) => shownListing(call, listing))
  const listings = searchListings(shown, searchQueryOf(query, now))
  const skipped = (Math.max(1, Math.floor(Number(query.page)) || 1) - 1) * ROWS_PER_PAGE
  return found(house, listings.slice(skipped, skipped + ROWS_PER_PAGE), listings.length, account, now)
}

function searchQueryOf(query: z.infer<typeof Query>, now: number): SearchQuery {
  const lastDayOver = endOfPacificDay(query.closedauctionendingdate) ?? now
  const daysBack = Number(query.closedauctiondaysback) || 7
  return {
    words: query.searchtext.toLowerCase().split(/\s+/).filter(Boolean),
    inDescriptions: query.searchdescriptions,
    categoryIds: idsIn(query.selectedcategoryids || query.catids.split(',').at(-1) || ''),
    sellerIds: idsIn(query.selectedsellerids),
    // An empty price matches nothing.
    minCents: centsOf(query.lowprice) ?? Infinity,
    maxCents: centsOf(query.highprice) ?? -Infinity,
    buyNowOnly: query.searchbuynowonly,
    pickupOnly: query.searchpickuponly,
    noPickup: query.searchnopickuponly,
    oneCentShipping: query.searchonecentshippingonly,
    closedBetween: query.searchclosedauctions ? [lastDayOver - daysBack * DAY_MS, lastDayOver] : null,
    sortBy: query.sortcolumn === '3' ? 'bids' : query.sortcolumn === '4' ? 'price' : 'end',
    descending: query.sortdescending,
  }
}

/** Parses ids in `1,2` or `1|2`. Any other text filters nothing. */
const idsIn = (text: string) => (/^\d+(?:[,|]\d+)*$/.test(text) ? text.split(/[,|]/).map(Number).filter(Boolean) : [])

function found(house: House, listings: Listing[], itemCount: number, account: Account | undefined, now: number) {
  return json({
    categories: null,
    categoryListModel: { categoryModel: categoryModel(house) },
    searchResults: { items: listings.map((listing) => row(house, listing, itemCount, account, now)), itemCount },
    categoryShortName: '',
    categoryDisplayName: '',
    emarsysCategory: '',
    emarsysSearchTerm: '',
    isGWBEnabled: false,
    gwbResponse: null,
    gwbBookCatId: 0,
    isAzureSearchEnabled: false,
    maxTotalRecords: MAX_RECORDS,
  })
}

function categoryModel(house: House) {
  const open = new Map<number, number>()
  for (const { closed, category } of house.listings.values()) {
    if (!closed) open.set(category.categoryId, (open.get(category.categoryId) ?? 0) + 1)
  }
  return categoryTree().map((parent) => {
    const children = parent.children.map(({ categoryId, name }) => ({
      ...node(categoryId, name, 2, parent.categoryId, open.get(categoryId) ?? 0),
      subCount: 0,
      children: [],
    }))
    const openItemCount = children.reduce((sum, child) => sum + child.openItemCount, 0)
    return { ...node(parent.categoryId, parent.name, 1, 0, openItemCount), subCount: children.length, children }
  })
}

const node = (categoryId: number, name: string, levelNumber: number, parentId: number, openItemCount: number) => ({
  categoryId,
  levelNumber,
  name,
  openItemCount,
  parentId,
  shortName: shortNameOf(name),
  label: `${name} (${openItemCount})`,
})

function row(house: House, listing: Listing, itemCount: number, account: Account | undefined, now: number) {
  const { category } = listing
  return {
    itemId: listing.itemId,
    categoryId: category.categoryId,
    categoryName: category.name,
    title: listing.title,
    description: null,
    currentPrice: dollars(listing.standing.priceCents),
    numBids: bidCount(listing),
    // Unlike in item detail, this is the starting price.
    minimumBid: dollars(listing.startingPriceCents),
    startTime: naivePacific(listing.opensAt),
    endTime: naivePacific(listing.endsAt),
    buyNowPrice: 0,
    imageURL: `${imageServer(house)}${picturePath(listing)}`,
    galleryURL: '',
    shippingPrice: dollars(listing.shippingCents),
    relistId: 0,
    imageStatus: 0,
    imagePurged: false,
    itemfeatured: false,
    itemgallery: false,
    itemCount,
    views: 0,
    isStock: false,
    discount: 0,
    isFavorite: account?.favorites.has(listing.itemId) ?? false,
    remainingTime: remainingTimeOf(listing, now),
    featured: false,
    startingPrice: dollars(listing.startingPriceCents),
    gallery: false,
    discountedBuyNowPrice: 0,
    partNumber: '',
    catParentList: null,
    sellerId: listing.seller.sellerId,
    itemQuantity: 1,
    catFullName: categoryPath(category),
    catLevelNum: 2,
    listingType: 0,
  }
}
