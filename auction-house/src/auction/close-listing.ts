import type { House } from '../house.ts'
import { openingStanding } from './apply-proxy-bid.ts'
import { dropOldListings } from './drop-old-listings.ts'
import type { Listing } from './listing.ts'
import { rivalsNearEnd, scheduleRivals } from './rivals.ts'

/** Plans the close of a listing at its end, to the millisecond. If the end moves later, this close does nothing. */
export function closeWhenDue(house: House, listing: Listing) {
  house.agenda.add(listing.endsAt, (at) => {
    if (!listing.closed && at >= listing.endsAt) close(house, listing)
  })
}

export function moveEnd(house: House, listing: Listing, { endsAt, now }: { endsAt: number; now: number }) {
  replaceEnd(listing, endsAt, now)
  scheduleRivals(house.agenda, listing, rivalsNearEnd(listing))
  closeWhenDue(house, listing)
}

/** Closes a listing before its end. The leader wins. */
export function closeEarly(house: House, listing: Listing, now: number) {
  replaceEnd(listing, now, now)
  close(house, listing)
}

/** Closes a listing that its seller withdrew: all bids are retracted and no bidder wins. */
export function withdraw(house: House, listing: Listing, now: number) {
  listing.withdrawn = true
  listing.standing = openingStanding(listing)
  closeEarly(house, listing, now)
}

function replaceEnd(listing: Listing, endsAt: number, now: number) {
  listing.earlierEnds.push({ endsAt: listing.endsAt, until: now })
  listing.endsAt = endsAt
}

function close(house: House, listing: Listing) {
  listing.closed = true
  listing.rivals = []
  dropOldListings(house, listing)
}
