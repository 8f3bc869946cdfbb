import type { House } from '../house.ts'
import { closeWhenDue } from './close-listing.ts'
import { type Item, newListing } from './listing.ts'
import { type Rival, scheduleRivals } from './rivals.ts'

/** Opens an auction of an item, and adds the bids of its rivals and its close to the agenda. */
export function openListing(
  house: House,
  item: Item,
  dates: { itemId: number; opensAt: number; endsAt: number },
  rivals: Rival[],
) {
  const listing = newListing(item, dates)
  listing.rivals = rivals
  house.listings.set(listing.itemId, listing)
  scheduleRivals(house.agenda, listing, rivals)
  closeWhenDue(house, listing)
  return listing
}
