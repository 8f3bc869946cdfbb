import type { House } from '../house.ts'
import { forgetOldListings } from './forget-old-listings.ts'
import type { Listing } from './listing.ts'
import { rivalsWaitingForTheEnd, sendRivals } from './rivals.ts'
import { opening } from './take-bid.ts'

/** The hard close: at its end, to the millisecond, unless the end has moved on meanwhile. */
export function closeWhenDue(house: House, listing: Listing) {
  house.agenda.add(listing.endsAt, (at) => {
    if (!listing.closed && at >= listing.endsAt) close(house, listing)
  })
}

export function moveEnd(house: House, listing: Listing, endsAt: number) {
  listing.endsAt = endsAt
  sendRivals(house.agenda, listing, rivalsWaitingForTheEnd(listing))
  closeWhenDue(house, listing)
}

/** Ends an auction before its time; the leader wins. */
export function closeEarly(house: House, listing: Listing, now: number) {
  listing.endsAt = now
  close(house, listing)
}

/** The seller takes the lot back: the bids are retracted and nobody wins. */
export function withdraw(house: House, listing: Listing, now: number) {
  listing.withdrawn = true
  listing.standing = opening(listing)
  closeEarly(house, listing, now)
}

function close(house: House, listing: Listing) {
  listing.closed = true
  listing.rivals = []
  forgetOldListings(house, listing)
}
