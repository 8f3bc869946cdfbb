import { claimDueListings, quickenWatchedListings, unclaimListings } from './claim-listings.ts'
import { takeRead } from './read-budget.ts'
import { type ReadDeps, readItem } from './read-item.ts'
import { siteNow } from './site-time.ts'

/**
 * Starts a read for each listing that is due, at most `room` of them and within the budget, nearest their end first.
 * Answers the reads under way; one that fails rejects, with its failure already written down.
 */
export async function refreshDueListings(
  deps: ReadDeps,
  room: number,
  signal: AbortSignal,
): Promise<Promise<unknown>[]> {
  const { db, clock, marketplace, readsPerSecond } = deps
  const now = clock.now()
  await quickenWatchedListings(db, marketplace.id, { now, siteNow: await siteNow(db, marketplace.id, clock) })

  const due = await claimDueListings(db, marketplace.id, room, now)
  let affordable = 0
  while (affordable < due.length && (await takeRead(db, { siteId: marketplace.id, readsPerSecond })) === 0) affordable++

  await unclaimListings(
    db,
    due.slice(affordable).map((listing) => listing.id),
  )
  return due.slice(0, affordable).map((listing) => readItem(deps, listing.auction_id, listing, signal))
}
