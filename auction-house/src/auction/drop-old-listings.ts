import { isAccount } from '../accounts/account.ts'
import type { House } from '../house.ts'
import type { Listing } from './listing.ts'

/** How many closed listings are kept: those that a real account bid on or watches, and the others (a day's worth). */
export const MAX_CLOSED = { others: 4_000, ofAccounts: 20_000 }

/** Drops the oldest closed listings, those of real accounts much later, so that a long-running house does not grow. */
export function dropOldListings(house: House, justClosed: Listing) {
  const kind = concernsAccounts(house, justClosed) ? 'ofAccounts' : 'others'
  const queue = house.closed[kind]
  queue.push(justClosed)
  if (queue.length <= MAX_CLOSED[kind]) return

  const oldest = queue.shift()
  if (oldest) drop(house, oldest)
}

const concernsAccounts = (house: House, listing: Listing) =>
  listing.bids.some(({ bidder }) => isAccount(bidder)) ||
  house.accounts.all().some((account) => account.favorites.has(listing.itemId))

function drop(house: House, listing: Listing) {
  house.listings.delete(listing.itemId)
  house.reads.drop(listing.itemId)
  for (const account of house.accounts.all()) {
    account.bidOn.delete(listing)
    account.favorites.delete(listing.itemId)
  }
}
