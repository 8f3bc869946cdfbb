import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Db, ListingRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { archiveWithdrawnAuction } from '../closed-auctions/archive-closed-auctions.ts'
import { notifyTrackers } from './notify-trackers.ts'

export async function findListing(db: Db, siteId: string, auctionId: string): Promise<ListingRow | undefined> {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('marketplace', '=', siteId)
    .where('auction_id', '=', auctionId)
    .executeTakeFirst()
}

export const listingById = (db: Db, id: number): Promise<ListingRow> =>
  db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether bids are still possible. `siteNow` is epoch ms on the site's clock. */
export async function isOpen(db: Db, listingId: number, siteNow: number): Promise<boolean> {
  const open = await db
    .selectFrom('listings')
    .select('id')
    .where('id', '=', listingId)
    .where('closed_at', 'is', null)
    .where('ends_at', '>', new Date(siteNow))
    .executeTakeFirst()
  return open !== undefined
}

/** Locks the listing, so that its end cannot move until the transaction ends. */
export async function lockListing(tx: Tx, listingId: number): Promise<ListingRow> {
  return tx.selectFrom('listings').selectAll().where('id', '=', listingId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/**
 * Closes a listing whose item no longer exists at the site. Its bids keep their moment: an item that is back by then is bid
 * on, and without it the engine finishes them. `siteNow` is epoch ms on the site's clock.
 */
export async function writeWithdrawal(
  tx: Tx,
  listingId: number,
  { now, siteNow }: { now: number; siteNow: number },
): Promise<ListingRow> {
  const before = await lockListing(tx, listingId)
  const listing = await tx
    .updateTable('listings')
    .set((listing) => ({
      // A close that is known already stays as it is.
      closed_at: listing.fn.coalesce('closed_at', sql.val(new Date(siteNow))),
      closed_reason: listing.fn.coalesce('closed_reason', sql.val('withdrawn' as const)),
      next_check_at: null,
      read_claimed_until: null,
      check_failures: 0,
      check_error: null,
      missing_since: null,
      last_checked_at: new Date(now),
      updated_at: new Date(now),
    }))
    .where('id', '=', listingId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await archiveWithdrawnAuction(tx, before, listing)
  await notifyTrackers(tx, [{ before, listing }])
  await announceChange(tx, { what: 'listing', listingId })
  return listing
}

/** Throws `not_found` or `auction_over` unless the auction takes bids. `siteNow` is epoch ms on the site's clock. */
export function requireOpen(listing: ListingRow, siteName: string, siteNow: number): void {
  if (listing.closed_reason === 'withdrawn') {
    throw new AppError('not_found', messages.auction.notFoundAtSite(siteName, listing.auction_id))
  }
  if (listing.closed_at || listing.ends_at.getTime() <= siteNow) {
    throw new AppError('auction_over', messages.auction.alreadyOver)
  }
}
