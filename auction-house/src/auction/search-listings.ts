import { bidCount, type Listing } from './listing.ts'

export type Wanted = {
  /** All of them must occur, in lower case. */
  words: string[]
  inDescriptions: boolean
  /** Any of them; none asked for means all. A category's parent counts as well. */
  categoryIds: number[]
  sellerIds: number[]
  leastCents: number
  mostCents: number
  buyNowOnly: boolean
  pickupOnly: boolean
  noPickup: boolean
  oneCentShipping: boolean
  /** Closed listings that ended in this time; null for those that are open. */
  closedBetween: [number, number] | null
  sortBy: 'end' | 'bids' | 'price'
  descending: boolean
}

export const EVERYTHING_OPEN: Wanted = {
  words: [],
  inDescriptions: false,
  categoryIds: [],
  sellerIds: [],
  leastCents: 0,
  mostCents: Infinity,
  buyNowOnly: false,
  pickupOnly: false,
  noPickup: false,
  oneCentShipping: false,
  closedBetween: null,
  sortBy: 'end',
  descending: false,
}

export function searchListings(listings: Iterable<Listing>, wanted: Wanted) {
  const direction = wanted.descending ? -1 : 1
  return [...listings]
    .filter((listing) => matches(listing, wanted))
    .toSorted((a, b) => direction * (sortKey(a, wanted) - sortKey(b, wanted)) || a.itemId - b.itemId)
}

function matches(listing: Listing, wanted: Wanted) {
  const { category, seller, standing } = listing
  return (
    inTime(listing, wanted) &&
    !wanted.buyNowOnly &&
    standing.priceCents >= wanted.leastCents &&
    standing.priceCents <= wanted.mostCents &&
    oneOf(wanted.categoryIds, category.categoryId, category.parent.categoryId) &&
    oneOf(wanted.sellerIds, seller.sellerId) &&
    (!wanted.pickupOnly || listing.pickupOnly) &&
    (!wanted.noPickup || !listing.pickupOnly) &&
    (!wanted.oneCentShipping || listing.shippingCents === 1) &&
    hasWords(listing, wanted)
  )
}

const inTime = ({ closed, endsAt }: Listing, { closedBetween }: Wanted) =>
  closedBetween ? closed && endsAt >= closedBetween[0] && endsAt < closedBetween[1] : !closed

const oneOf = (wanted: number[], ...ids: number[]) => wanted.length === 0 || ids.some((id) => wanted.includes(id))

function hasWords(listing: Listing, { words, inDescriptions }: Wanted) {
  if (words.length === 0) return true
  const text = `${listing.title} ${inDescriptions ? listing.description : ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const sortKey = (listing: Listing, { sortBy }: Wanted) => {
  if (sortBy === 'bids') return bidCount(listing)
  return sortBy === 'price' ? listing.standing.priceCents : listing.endsAt
}
