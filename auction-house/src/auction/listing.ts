import type { Category } from '../sample-items/category.ts'
import type { Seller } from '../sample-items/sellers.ts'
import { type Bidder, nextMinimumCents, openingStanding, type Standing, type Terms } from './apply-proxy-bid.ts'
import type { Rival } from './rivals.ts'

/** An item for sale and its terms. */
export type Item = Terms & {
  title: string
  description: string
  category: Category
  seller: Seller
  /** 0 means calculated from the buyer's ZIP code; 1 is the site's one-cent shipping. */
  shippingCents: number
  handlingCents: number
  weightPounds: number
  pickupOnly: boolean
  /** Below this price nobody wins; 0 without a reserve. */
  reserveCents: number
}

/** An accepted bid, with the price and the leader right after it. */
export type Bid = {
  bidder: Bidder
  maxCents: number
  at: number
  priceCents: number
  leader: Bidder
}

export type Listing = Item & {
  itemId: number
  opensAt: number
  endsAt: number
  /** The ends that the listing had before, oldest first, each with the instant when another replaced it. */
  earlierEnds: { endsAt: number; until: number }[]
  closed: boolean
  /** Withdrawn by its seller: all bids are retracted and no bidder wins. */
  withdrawn: boolean
  /** Of a closed listing that its winner has paid for. */
  payment: Payment | null
  standing: Standing
  /** Accepted bids, oldest first, and those that were taken back. */
  bids: Bid[]
  retracted: Pick<Bid, 'bidder' | 'maxCents' | 'at'>[]
  /** Rivals that may still bid. */
  rivals: Rival[]
}

/**
 * `isListed`: the list of paid orders shows it; otherwise it stands in neither list. `at` is when it was made. Listings that
 * share a payment are one order.
 */
export type Payment = { at: number; trackingNumber: string; isListed: boolean }

type Dates = { itemId: number; opensAt: number; endsAt: number }

export const newListing = (item: Item, dates: Dates): Listing => ({
  ...item,
  ...dates,
  earlierEnds: [],
  closed: false,
  withdrawn: false,
  payment: null,
  standing: openingStanding(item),
  bids: [],
  retracted: [],
  rivals: [],
})

/** The listing as of an earlier instant, without the maximum of its leader, which is not recorded. */
export function asOf(listing: Listing, instant: number): Listing {
  const endsAt = listing.earlierEnds.find(({ until }) => instant < until)?.endsAt ?? listing.endsAt
  const closed = listing.closed && endsAt <= instant
  const withdrawn = listing.withdrawn && closed
  const bids = listing.bids.filter(({ at }) => at <= instant)
  const last = withdrawn ? undefined : bids.at(-1)
  const standing = last
    ? { priceCents: last.priceCents, leader: last.leader, leaderMaxCents: 0 }
    : openingStanding(listing)
  const payment = listing.payment && listing.payment.at <= instant ? listing.payment : null
  return { ...listing, endsAt, closed, withdrawn, bids, standing, payment }
}

export const minimumOf = (listing: Listing) => nextMinimumCents(listing, listing.standing)

export const bidCount = (listing: Listing) => (listing.withdrawn ? 0 : listing.bids.length)

export const isReserveMet = ({ standing, reserveCents }: Listing) => standing.priceCents >= reserveCents

export const isLedBy = (listing: Listing, bidder: Bidder | undefined) =>
  bidder !== undefined && listing.standing.leader === bidder

/** The bidder's highest maximum on the listing, in cents; undefined without a bid. */
export function maximumOf(listing: Listing, bidder: Bidder) {
  const own = listing.bids.filter((bid) => bid.bidder === bidder).map((bid) => bid.maxCents)
  return own.length > 0 ? Math.max(...own) : undefined
}
