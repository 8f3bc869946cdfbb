import { sql } from 'kysely'
import type { Db, ListingRow } from '../platform/database/tables.ts'
import { QUICK_PACE_FROM_MS } from './decide-next-check.ts'
import { isWatched } from './plan-next-check.ts'

/** Longer than the site's slowest answer; after it, the reader is taken to have died. */
const READ_TAKES_AT_MOST_MS = 60_000
/** The slowest pace at which a watched listing near its end is read. */
const QUICK_PACE_MS = 20_000

export type ClaimedListing = Pick<ListingRow, 'id' | 'auction_id' | 'check_failures'>

/** How many listings are due and read by nobody yet; counts no further than `most`. */
export async function countDueListings(db: Db, siteId: string, most: number, now: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due
      from (select from listings
             where marketplace = ${siteId} and next_check_at <= ${new Date(now)}
               and (read_claimed_until is null or read_claimed_until <= ${new Date(now)})
             limit ${most}) as listing`.execute(db)
  return rows[0]?.due ?? 0
}

/**
 * Takes the listings whose time to be read has come, nearest their end first. `skip locked` lets processes share the
 * work; `read_claimed_until` keeps a second read from starting while the first is on its way.
 */
export async function claimDueListings(db: Db, siteId: string, limit: number, now: number): Promise<ClaimedListing[]> {
  const { rows } = await sql<ClaimedListing & { ends_at: Date }>`
    update listings
       set read_claimed_until = ${readingUntil(now)}
     where id in (
       select id from listings
        where marketplace = ${siteId} and next_check_at <= ${new Date(now)}
          and (read_claimed_until is null or read_claimed_until <= ${new Date(now)})
        order by ends_at
        limit ${limit}
          for update skip locked)
    returning id, auction_id, check_failures, ends_at`.execute(db)
  return rows.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime())
}

/** Takes one listing to read now; false when it is being read already. */
export async function claimListing(db: Db, listingId: number, now: number): Promise<boolean> {
  const claimed = await db
    .updateTable('listings')
    .set({ read_claimed_until: readingUntil(now) })
    .where('id', '=', listingId)
    .where((where) =>
      where.or([where('read_claimed_until', 'is', null), where('read_claimed_until', '<=', new Date(now))]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Gives claimed listings back unread. */
export async function unclaimListings(db: Db, listingIds: number[]): Promise<void> {
  if (listingIds.length === 0) return
  await db.updateTable('listings').set({ read_claimed_until: null }).where('id', 'in', listingIds).execute()
}

/** Somebody may have begun to watch a listing after its next check was planned: near its end that is made good at once. */
export async function quickenWatchedListings(
  db: Db,
  siteId: string,
  { now, siteNow }: { now: number; siteNow: number },
) {
  await sql`
    update listings l
       set next_check_at = ${new Date(now)}
     where l.marketplace = ${siteId} and l.next_check_at > ${new Date(now + QUICK_PACE_MS)}
       and l.ends_at between ${new Date(siteNow)} and ${new Date(siteNow + QUICK_PACE_FROM_MS)}
       and l.check_failures = 0 and ${isWatched(now)}`.execute(db)
}

const readingUntil = (now: number) => new Date(now + READ_TAKES_AT_MOST_MS)
