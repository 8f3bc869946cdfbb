import { claimDueListings, countDueListings, quickenWatchedListings } from './claim-listings.ts'
import { type ReadDeps, readItem } from './read-item.ts'
import { siteNow } from '../marketplace/site-time.ts'

/**
 * Starts a read for each listing that is due, at most `room` of them and within the budget, nearest their end first.
 * Answers the reads under way; one that fails rejects, with its failure already written down.
 */
export async function refreshDueListings(
  deps: ReadDeps,
  room: number,
  signal: AbortSignal,
): Promise<Promise<unknown>[]> {
  const { db, clock, marketplace, reads } = deps
  const now = clock.now()
  await quickenWatchedListings(db, marketplace.id, { now, siteNow: await siteNow(db, marketplace.id, clock) })

  const upTo = await countDueListings(db, marketplace.id, room, now)
  if (upTo === 0) return []
  // Before any is claimed: what is claimed and then not affordable would be passed over by processes that can afford it.
  const grant = await reads.acquire({ by: 'refresh', upTo })
  if (grant.kind === 'wait') return []
  const { trial } = grant
  const due = await claimDueListings(db, marketplace.id, grant.reads, now)
  if (due.length < grant.reads) {
    await reads.refund({ reads: grant.reads - due.length, trial: trial && due.length === 0 })
  }
  return due.map((known) => readItem(deps, known.auction_id, { trial, known, signal }))
}
