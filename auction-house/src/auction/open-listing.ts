import type { House } from '../house.ts'
import { type Lot, newListing } from './listing.ts'
import { closeWhenDue } from './end-listing.ts'
import { type Rival, sendRivals } from './rivals.ts'

/** Puts a lot up for auction. Everything that will happen to it by itself goes on the agenda. */
export function openListing(
  house: House,
  lot: Lot,
  dates: { itemId: number; opensAt: number; endsAt: number },
  rivals: Rival[],
) {
  const listing = newListing(lot, dates)
  listing.rivals = rivals
  house.listings.set(listing.itemId, listing)
  sendRivals(house.agenda, listing, rivals)
  closeWhenDue(house, listing)
  return listing
}
