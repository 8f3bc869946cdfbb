import { sql } from 'kysely'
import type { Db, ListingRow } from '../../platform/database/tables.ts'
import { WATCHED_INTERVALS_WITHIN_MS } from './decide-next-check.ts'
import { isWatched } from './set-next-check-due.ts'

/**
 * When a claim made now expires. Longer than the site's slowest answer: after it, the claiming process counts as dead.
 * By the database's clock, which all machines share.
 */
const READ_CLAIM_EXPIRY = sql<Date>`now() + interval '1 minute'`
const isUnclaimed = sql<boolean>`(read_claimed_until is null or read_claimed_until <= now())`
/** The longest interval at which a watched listing near its end is read. */
const MAX_WATCHED_INTERVAL_MS = 20_000

export type ClaimedListing = Pick<ListingRow, 'id' | 'auction_id' | 'missing_since'>

/** Counts the listings that are due and unclaimed, up to `max`. */
export async function countDueListings(db: Db, siteId: string, max: number, now: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due
      from (select from listings
             where marketplace = ${siteId} and next_check_at <= ${new Date(now)} and ${isUnclaimed}
             limit ${max}) as listing`.execute(db)
  return rows[0]?.due ?? 0
}

/**
 * Claims the listings that are due, soonest end first. `skip locked` lets processes share the work;
 * `read_claimed_until` prevents a second read while the first is in flight.
 */
export async function claimDueListings(db: Db, siteId: string, limit: number, now: number): Promise<ClaimedListing[]> {
  const { rows } = await sql<ClaimedListing & { ends_at: Date }>`
    update listings
       set read_claimed_until = ${READ_CLAIM_EXPIRY}
     where id in (
       select id from listings
        where marketplace = ${siteId} and next_check_at <= ${new Date(now)} and ${isUnclaimed}
        order by ends_at
        limit ${limit}
          for update skip locked)
    returning id, auction_id, missing_since, ends_at`.execute(db)
  return rows.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime())
}

/** Claims one listing, due or not; false if it is claimed already. */
export async function claimListing(db: Db, listingId: number): Promise<boolean> {
  const claimed = await db
    .updateTable('listings')
    .set({ read_claimed_until: READ_CLAIM_EXPIRY })
    .where('id', '=', listingId)
    .where(isUnclaimed)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Releases claims without a read. */
export async function releaseListings(db: Db, listingIds: number[]): Promise<void> {
  if (listingIds.length === 0) return
  await db.updateTable('listings').set({ read_claimed_until: null }).where('id', 'in', listingIds).execute()
}

/** Makes listings near their end due now if a user began to watch them after their next check was planned. */
export async function expediteWatchedListings(
  db: Db,
  siteId: string,
  { now, siteNow }: { now: number; siteNow: number },
) {
  await sql`
    update listings l
       set next_check_at = ${new Date(now)}
     where l.marketplace = ${siteId} and l.next_check_at > ${new Date(now + MAX_WATCHED_INTERVAL_MS)}
       and l.ends_at between ${new Date(siteNow)} and ${new Date(siteNow + WATCHED_INTERVALS_WITHIN_MS)}
       and l.check_failures = 0 and ${isWatched(now)}`.execute(db)
}
