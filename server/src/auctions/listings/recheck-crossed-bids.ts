import { sql } from 'kysely'
import { DUE_NOW } from '../../bid-log/plan-preflight.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'

type Price = Pick<ListingRow, 'minimum_bid_cents'>

/** Makes the preflights due of bids whose maximum the next acceptable bid has just passed, or no longer exceeds. */
export async function recheckCrossedBids(tx: Tx, now: ListingRow, before: Price): Promise<void> {
  if (now.minimum_bid_cents === before.minimum_bid_cents) return
  // Bids held by an engine are left out: the engine reads the price itself.
  await sql`
    update bids
       set preflight_due_at = ${DUE_NOW}
     where listing_id = ${now.id} and status = 'pending' and engine_id is null and preflight_at is not null
       and (max_bid_cents < ${now.minimum_bid_cents}) <> (max_bid_cents < ${before.minimum_bid_cents})`.execute(tx)
}
