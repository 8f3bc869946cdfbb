import { BID, messages, type NewAuction } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { announceChange } from '../changes/announce-change.ts'
import { type AuctionRecord, findTrackedAuction } from './auction-queries.ts'
import { AppError } from '../platform/errors.ts'
import { planNextCheck } from './plan-next-check.ts'
import type { ReadDeps } from './read-item.ts'
import { readListing } from './read-listing.ts'
import { requireOpen } from './require-open.ts'
import { siteNow } from '../marketplace/site-time.ts'

/** Somebody who adds an auction has just looked at it: a reading from then will do. */
const FRESH_FOR_MS = 30_000

type Tracked = { auction: AuctionRecord; alreadyTracked: boolean }

/**
 * Tracks an auction, once per account: one that is tracked already is answered, one that was removed comes back under
 * its old number. Price, title and end are read from the site, whatever the client says of them.
 */
export async function trackAuction(deps: ReadDeps, accountId: number, wanted: NewAuction): Promise<Tracked> {
  const { db, clock, marketplace } = deps
  const tracked = await findTrackedAuction(db, accountId, marketplace.id, wanted.auction_id)
  if (tracked) return { auction: tracked, alreadyTracked: true }

  const listing = await readListing(deps, wanted.auction_id, FRESH_FOR_MS)
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  requireOpen(listing, marketplace.siteName, instants.siteNow)

  const now = new Date(instants.now)
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const added = await tx
      .insertInto('tracked_auctions')
      .values({
        account_id: accountId,
        listing_id: listing.id,
        bid_timing_preference: wanted.bid_timing_preference ?? BID.defaultTimingPreference,
        created_at: now,
        updated_at: now,
      })
      // Finds nothing to do when another request of the same user was quicker.
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'listing_id'])
          .doUpdateSet({ removed_at: null, updated_at: now })
          .where('tracked_auctions.removed_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (added) {
      await planNextCheck(tx, listing.id, instants)
      await announceChange(tx, { what: 'auction', accountId, auctionId: added.id })
    }
    const auction = await findTrackedAuction(tx, accountId, marketplace.id, wanted.auction_id)
    if (!auction) throw new AppError('conflict', messages.auction.existsNotRetrieved)
    return { auction, alreadyTracked: !added }
  })
}
