import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { claimDueListings, countDueListings, expediteWatchedListings } from './claim-listings.ts'
import { syncListing } from './sync-listing.ts'

/**
 * Starts a read of each due listing, at most `capacity` reads and within the read budget, soonest end first. Returns the
 * reads in flight; the promise of a failed read rejects after its failure has been stored.
 */
export async function refreshDueListings(ctx: Ctx, capacity: number, signal: AbortSignal): Promise<Promise<unknown>[]> {
  const { db, clock, marketplace, readBudget } = ctx
  const now = clock.now()
  await expediteWatchedListings(db, marketplace.id, { now, siteNow: await siteNow(db, marketplace.id, clock) })

  const upTo = await countDueListings(db, marketplace.id, capacity, now)
  if (upTo === 0) return []
  // The budget comes before the claims: other processes would skip listings that are claimed but cannot be read.
  const grant = await readBudget.acquire({ by: 'refresh', upTo })
  if (grant.kind === 'wait') return []
  const { trial } = grant
  const due = await claimDueListings(db, marketplace.id, grant.reads, now)
  if (due.length < grant.reads) {
    await readBudget.refund({ reads: grant.reads - due.length, trial: trial && due.length === 0 })
  }
  return due.map((stored) => syncListing(ctx, stored.auction_id, { trial, stored, signal }))
}
