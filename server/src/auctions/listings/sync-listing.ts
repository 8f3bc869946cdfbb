import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { ListingRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { releaseListings } from './claim-listings.ts'
import { writeWithdrawal } from './listing-queries.ts'
import { setNextCheckDue } from './set-next-check-due.ts'
import { writeReading } from './write-readings.ts'

type StoredListing = Pick<ListingRow, 'id' | 'missing_since'>

type SyncOptions = {
  /** Whether the read budget granted the read as a trial. */
  trial: boolean
  stored?: StoredListing | undefined
  signal?: AbortSignal
}

/**
 * An item that the site has not found for so long counts as withdrawn. A failing site may lose items for an hour or two of a
 * night, and nothing plans a read of a withdrawn listing.
 */
const WITHDRAWN_AFTER_MS = 3 * 3_600_000

/**
 * Reads an item from the site once and stores the result, failures included. The caller has claimed the listing and
 * acquired the read; this function reports the result to the read budget. Throws `SiteError`, or `rule_broken` for an
 * item that is not an auction. A listed item that stays missing is stored as withdrawn. Aborting releases the claim.
 */
export async function syncListing(ctx: Ctx, auctionId: string, options: SyncOptions): Promise<ListingRow> {
  const { db, clock, marketplace } = ctx
  const { stored } = options
  try {
    const reading = await readFromSite(ctx, auctionId, options)
    if (reading.fixedPrice && !stored) throw new AppError('rule_broken', messages.auction.fixedPriceItem)
    return await db.transaction().execute((tx) => writeReading(tx, marketplace.id, reading, clock.now()))
  } catch (error) {
    if (!(error instanceof SiteError)) {
      if (stored) await releaseListings(db, [stored.id])
      throw error
    }
    if (!stored) throw error
    if (error.kind === 'not_found' && isMissingForLong(stored, clock.now())) return withdraw(ctx, stored)
    await recordFailure(ctx, auctionId, error, stored)
    throw error
  }
}

const isMissingForLong = ({ missing_since: since }: StoredListing, now: number) =>
  since !== null && now - since.getTime() >= WITHDRAWN_AFTER_MS

async function readFromSite({ marketplace, readBudget }: Ctx, auctionId: string, { trial, signal }: SyncOptions) {
  try {
    const reading = await marketplace.readItem(auctionId, { ...(signal && { signal }) })
    await readBudget.report(null, { item: auctionId, trial })
    return reading
  } catch (error) {
    if (error instanceof SiteError) await readBudget.report(error, { item: auctionId, trial })
    else await readBudget.refund({ reads: 0, trial })
    throw error
  }
}

async function withdraw({ db, clock, marketplace }: Ctx, known: StoredListing): Promise<ListingRow> {
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute((tx) => writeWithdrawal(tx, known.id, instants))
}

async function recordFailure(
  { db, clock, marketplace }: Ctx,
  auctionId: string,
  error: SiteError,
  { id }: StoredListing,
) {
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('listings')
      .set((column) => ({
        check_failures: column('check_failures', '+', 1),
        check_error: failureMessage(error, marketplace.siteName, auctionId),
        ...(error.kind === 'not_found' && {
          missing_since: column.fn.coalesce('missing_since', sql.val(new Date(instants.now))),
        }),
        read_claimed_until: null,
      }))
      .where('id', '=', id)
      .execute()
    await setNextCheckDue(tx, id, instants)
    await announceChange(tx, { what: 'listing', listingId: id })
  })
}

/** The message for users about a failed read of an item. */
export function failureMessage(error: SiteError, siteName: string, auctionId: string): string {
  return error.kind === 'not_found'
    ? messages.auction.notFoundAtSite(siteName, auctionId)
    : messages.auction.siteUnavailable(siteName, error.kind)
}
