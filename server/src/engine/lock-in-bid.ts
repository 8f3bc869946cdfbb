import { sql } from 'kysely'
import { announceChange } from '../changes/announce-change.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Claim } from './core/ports.ts'

/**
 * The last durable write before firing: from here on its owner is told that it is too late. False when the claim no
 * longer stands or its owner has asked for something else first. `at` is epoch ms on the site's clock.
 */
export async function lockInBid(db: Db, engineId: number, { bidId, fence }: Claim, at: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Every condition under the row's lock: whichever of lock-in and cancel comes second sees the first.
    const { rows } = await sql<{ account_id: number }>`
      update bids
         set locked_in_at = ${new Date(at)}
       where id = ${bidId} and fence = ${fence} and engine_id = ${engineId} and status = 'pending' and wanted is null
      returning account_id`.execute(tx)
    const [bid] = rows
    if (bid) await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId })
    return bid !== undefined
  })
}
