import { sql } from 'kysely'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'
import { DUE_NOW } from '../../preflights/plan-preflight.ts'

type Price = Pick<ListingRow, 'minimum_bid_cents'>

/** Makes preflights due for the bids whose maximum was below the next acceptable bid and now is not, or vice versa. */
export async function recheckCrossedBids(tx: Tx, after: ListingRow, before: Price): Promise<void> {
  if (after.minimum_bid_cents === before.minimum_bid_cents) return
  // Bids held by an engine are left out: the engine reads the price itself.
  await sql`
    update bids
       set preflight_due_at = ${DUE_NOW}
     where listing_id = ${after.id} and status = 'pending' and engine_id is null and preflight_at is not null
       and (max_bid_cents < ${after.minimum_bid_cents}) <> (max_bid_cents < ${before.minimum_bid_cents})`.execute(tx)
}
