import { isAccount } from '../accounts/account.ts'
import type { House } from '../house.ts'
import type { Listing } from './listing.ts'

/** How many closed listings stay searchable: a day's worth that only the house's own rivals touched, and others. */
export const MOST_CLOSED = { untouched: 4_000, touched: 20_000 }

/** Keeps a house that runs for days from growing: the oldest closed listings go, those of real accounts much later. */
export function forgetOldListings(house: House, justClosed: Listing) {
  const kind = isTouched(house, justClosed) ? 'touched' : 'untouched'
  const queue = house.closed[kind]
  queue.push(justClosed)
  if (queue.length <= MOST_CLOSED[kind]) return

  const oldest = queue.shift()
  if (oldest) forget(house, oldest)
}

const isTouched = (house: House, listing: Listing) =>
  listing.bids.some(({ bidder }) => isAccount(bidder)) ||
  house.accounts.all().some((account) => account.favorites.has(listing.itemId))

function forget(house: House, listing: Listing) {
  house.listings.delete(listing.itemId)
  house.reads.forget(listing.itemId)
  for (const account of house.accounts.all()) {
    account.bidOn.delete(listing)
    account.favorites.delete(listing.itemId)
  }
}
