import { sql } from 'kysely'
import { isMeantToPause } from '../bids/is-paused.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Claim } from './core/ports.ts'

/**
 * The last durable write before firing: from here on its owner is told that it is too late. False when the claim no
 * longer stands, or its owner has asked for something else, or paused bidding first. `at` is epoch ms on the site's
 * clock.
 */
export async function lockInBid(db: Db, engineId: number, { bidId, fence }: Claim, at: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Every condition under the row's lock: whichever of lock-in and cancel comes second sees the first. Taken by a
    // statement of its own, so that the next one also sees a pause that whoever held the row before us has heard of.
    const { rows: ours } = await sql`
      select from bids
       where id = ${bidId} and fence = ${fence} and engine_id = ${engineId} and status = 'pending' and wanted is null
         for update`.execute(tx)
    if (ours.length === 0) return false

    // Whoever asks knows that nothing of this bid stands at the site: a lock-in left by another holder is void then.
    const { rows } = await sql<{ account_id: number; is_locked_in: boolean }>`
      update bids b set locked_in_at = case when ${isMeantToPause} then null else ${new Date(at)}::timestamptz end
       where b.id = ${bidId}
      returning b.account_id, b.locked_in_at is not null as is_locked_in`.execute(tx)
    const [bid] = rows
    if (bid) await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId })
    return bid?.is_locked_in === true
  })
}
