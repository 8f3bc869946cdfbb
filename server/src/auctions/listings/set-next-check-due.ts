import { sql } from 'kysely'
import { activeUntil } from '../../identity/accounts/active-accounts.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type CheckedListing, decideNextCheck } from './decide-next-check.ts'

type Instants = {
  /** Epoch ms on this machine's wall clock. */
  now: number
  /** The same instant on the site's clock, epoch ms. */
  siteNow: number
}

/** Sets the time of a listing's next read. Must be called after each change of its trackers or end. */
export async function setNextCheckDue(db: Db, listingId: number, { now, siteNow }: Instants) {
  const { rows } = await sql<{ endsAt: Date; closed: boolean; failures: number; tracked: boolean; watched: boolean }>`
    select l.ends_at as "endsAt", l.closed_at is not null as closed, l.check_failures as failures,
           ${isTracked} as tracked, ${isWatched(now)} as watched
      from listings l
     where l.id = ${listingId}`.execute(db)
  const listing = rows[0]
  if (!listing) return

  const next_check_at = nextCheckAt({ ...listing, endsAt: listing.endsAt.getTime() }, { now, siteNow })
  await db.updateTable('listings').set({ next_check_at }).where('id', '=', listingId).execute()
}

export function nextCheckAt(listing: CheckedListing, { now, siteNow }: Instants): Date | null {
  const waitMs = decideNextCheck(listing, siteNow)
  return waitMs === null ? null : new Date(now + waitMs)
}

/** Whether any user tracks listing `l`. */
export const isTracked = sql<boolean>`
  exists (select from tracked_auctions t where t.listing_id = l.id and t.removed_at is null)`

/** Whether a user who tracks listing `l` has a browser open. */
export function isWatched(now: number) {
  return sql<boolean>`
    exists (select from tracked_auctions t join accounts a on a.id = t.account_id
             where t.listing_id = l.id and t.removed_at is null and ${activeUntil} > ${new Date(now)})`
}
