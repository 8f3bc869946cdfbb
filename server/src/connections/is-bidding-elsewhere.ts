import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

/** Whether an engine other than the bid's own holds pending bids of the same account. */
export async function isBiddingElsewhere(db: Db, bidId: number): Promise<boolean> {
  const { rows } = await sql`
    select from bids own join bids other on other.account_id = own.account_id and other.status = 'pending'
     where own.id = ${bidId} and other.engine_id <> own.engine_id
     limit 1`.execute(db)
  return rows.length > 0
}
