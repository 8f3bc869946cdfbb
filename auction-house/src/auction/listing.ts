import type { Category } from '../floor/category.ts'
import type { Seller } from '../floor/sellers.ts'
import type { Rival } from './rivals.ts'
import { type Bidder, nextMinimumCents, opening, type Standing, type Terms } from './take-bid.ts'

/** What is for sale, and on which terms. */
export type Lot = Terms & {
  title: string
  description: string
  category: Category
  seller: Seller
  /** 0: calculated from the buyer's ZIP code; 1: the site's one-cent shipping. */
  shippingCents: number
  handlingCents: number
  weightPounds: number
  pickupOnly: boolean
}

/** One bid that was taken, and how the auction stood right after it. */
export type Bid = {
  bidder: Bidder
  maxCents: number
  at: number
  priceCents: number
  leader: Bidder
}

export type Listing = Lot & {
  itemId: number
  opensAt: number
  endsAt: number
  closed: boolean
  /** The seller took it back: its bids are retracted and nobody wins. */
  withdrawn: boolean
  standing: Standing
  /** In the order in which they were taken. */
  bids: Bid[]
  /** Those who may still bid by themselves. */
  rivals: Rival[]
}

type Dates = { itemId: number; opensAt: number; endsAt: number }

export const newListing = (lot: Lot, dates: Dates): Listing => ({
  ...lot,
  ...dates,
  closed: false,
  withdrawn: false,
  standing: opening(lot),
  bids: [],
  rivals: [],
})

/** The listing as it stood at an earlier instant. The maximum of its leader is not known any more. */
export function asOf(listing: Listing, instant: number): Listing {
  const bids = listing.bids.filter(({ at }) => at <= instant)
  const last = bids.at(-1)
  const standing = last ? { priceCents: last.priceCents, leader: last.leader, leaderMaxCents: 0 } : opening(listing)
  return { ...listing, closed: listing.closed && listing.endsAt <= instant, bids, standing }
}

export const minimumOf = (listing: Listing) => nextMinimumCents(listing, listing.standing)

export const bidCount = (listing: Listing) => (listing.withdrawn ? 0 : listing.bids.length)

export const isLedBy = (listing: Listing, bidder: Bidder | undefined) =>
  bidder !== undefined && listing.standing.leader === bidder

/** The most that this bidder ever offered here, in cents; undefined if nothing. */
export function maximumOf(listing: Listing, bidder: Bidder) {
  const own = listing.bids.filter((bid) => bid.bidder === bidder).map((bid) => bid.maxCents)
  return own.length > 0 ? Math.max(...own) : undefined
}
