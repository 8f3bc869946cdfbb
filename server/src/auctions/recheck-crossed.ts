import { sql } from 'kysely'
import { DUE_NOW } from '../bid-log/plan-preflight.ts'
import type { ListingRow, Tx } from '../platform/database/tables.ts'

type Price = Pick<ListingRow, 'minimum_bid_cents'>

/** Has those bids checked again whose maximum the next acceptable bid has passed, or no longer does. */
export async function recheckCrossed(tx: Tx, now: ListingRow, before: Price): Promise<void> {
  if (now.minimum_bid_cents === before.minimum_bid_cents) return
  // One that an engine holds is its business: it reads the price itself.
  await sql`
    update bids
       set preflight_due_at = ${DUE_NOW}
     where listing_id = ${now.id} and status = 'pending' and engine_id is null and preflight_at is not null
       and (max_bid_cents < ${now.minimum_bid_cents}) <> (max_bid_cents < ${before.minimum_bid_cents})`.execute(tx)
}
