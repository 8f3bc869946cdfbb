import { bidCount, type Listing } from './listing.ts'

export type SearchQuery = {
  /** In lower case. Every word must occur. */
  words: string[]
  inDescriptions: boolean
  /** Categories or parent categories, of which one must match. An empty list matches all. */
  categoryIds: number[]
  sellerIds: number[]
  minCents: number
  maxCents: number
  buyNowOnly: boolean
  pickupOnly: boolean
  noPickup: boolean
  oneCentShipping: boolean
  /** Searches closed listings that ended in this period; null searches open listings. */
  closedBetween: [number, number] | null
  sortBy: 'end' | 'bids' | 'price'
  descending: boolean
}

export const EVERYTHING_OPEN: SearchQuery = {
  words: [],
  inDescriptions: false,
  categoryIds: [],
  sellerIds: [],
  minCents: 0,
  maxCents: Infinity,
  buyNowOnly: false,
  pickupOnly: false,
  noPickup: false,
  oneCentShipping: false,
  closedBetween: null,
  sortBy: 'end',
  descending: false,
}

export function searchListings(listings: Iterable<Listing>, query: SearchQuery) {
  const direction = query.descending ? -1 : 1
  return [...listings]
    .filter((listing) => matches(listing, query))
    .toSorted((a, b) => direction * (sortKey(a, query) - sortKey(b, query)) || a.itemId - b.itemId)
}

function matches(listing: Listing, query: SearchQuery) {
  const { category, seller, standing } = listing
  return (
    inTime(listing, query) &&
    !query.buyNowOnly &&
    standing.priceCents >= query.minCents &&
    standing.priceCents <= query.maxCents &&
    oneOf(query.categoryIds, category.categoryId, category.parent.categoryId) &&
    oneOf(query.sellerIds, seller.sellerId) &&
    (!query.pickupOnly || listing.pickupOnly) &&
    (!query.noPickup || !listing.pickupOnly) &&
    (!query.oneCentShipping || listing.shippingCents === 1) &&
    hasWords(listing, query)
  )
}

const inTime = ({ closed, endsAt }: Listing, { closedBetween }: SearchQuery) =>
  closedBetween ? closed && endsAt >= closedBetween[0] && endsAt < closedBetween[1] : !closed

const oneOf = (allowed: number[], ...ids: number[]) => allowed.length === 0 || ids.some((id) => allowed.includes(id))

function hasWords(listing: Listing, { words, inDescriptions }: SearchQuery) {
  if (words.length === 0) return true
  const text = `${listing.title} ${inDescriptions ? listing.description : ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const sortKey = (listing: Listing, { sortBy }: SearchQuery) => {
  if (sortBy === 'bids') return bidCount(listing)
  return sortBy === 'price' ? listing.standing.priceCents : listing.endsAt
}
