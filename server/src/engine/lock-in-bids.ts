import { sql } from 'kysely'
import { isCoveredByPause } from '../bidding/pauses/pause-queries.ts'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { hasLoginChanged } from '../connections/login-version.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Claim } from './core/ports.ts'

/** Epoch ms on the site's clock: when the engine locks in, and before when it does not send the bid. */
export type LockIn = Claim & { at: number; notSentBefore: number }

/**
 * The last durable write before bids are sent: from now on their owners cannot change or cancel them. One result per
 * bid, in order: false when the claim is void, the bid is restored and not kept, its group has not let it out, or the owner has requested a change,
 * paused bidding, or removed or replaced the login. A bid that its owner is changing at this moment is locked in by a second statement, so it delays
 * no other bid.
 */
export function lockInBids(db: Db, engineId: number, lockIns: readonly LockIn[]): Promise<boolean>[] {
  const free = tryToLockIn(db, engineId, lockIns, 'skip locked')
  return lockIns.map(async (lockIn) => {
    const claim = nameOf(lockIn)
    const isLockedIn = (await free).get(claim) ?? (await tryToLockIn(db, engineId, [lockIn], 'wait')).get(claim)
    return isLockedIn ?? false
  })
}

const nameOf = ({ bidId, fence }: Claim) => `${bidId}/${fence}`

/** Its group does not let it out. A trigger of the table says the same. */
const isUngranted = sql`(b.group_id is not null and (b.group_granted_at is null or b.group_released_at is not null))`

type LockedIn = { bid_id: number; fence: number; account_id: number; is_locked_in: boolean }

/** Which claims are locked in. Omits void claims and, with `skip locked`, rows that another transaction has locked. */
async function tryToLockIn(
  db: Db,
  engineId: number,
  lockIns: readonly LockIn[],
  rows: 'wait' | 'skip locked',
): Promise<Map<string, boolean>> {
  const input = sql`jsonb_to_recordset(${JSON.stringify(lockIns)}::jsonb) as input
                       ("bidId" bigint, fence bigint, at float8, "notSentBefore" float8)`
  return db.transaction().execute(async (tx) => {
    // All conditions are checked under the row's lock, so the second of lock-in and cancel sees the first. The lock is
    // taken by a statement of its own: the next statement then sees a pause or a change of the login that was committed
    // before the lock.
    const held = await sql<{ bid_id: number }>`
      select b.id as bid_id from bids b join ${input} on input."bidId" = b.id and input.fence = b.fence
       where b.engine_id = ${engineId} and b.status = 'pending' and b.pending is null
       order by b.id
         for update of b ${rows === 'wait' ? sql`` : sql`skip locked`}`.execute(tx)
    const lockedIds = held.rows.map((row) => row.bid_id)
    if (lockedIds.length === 0) return new Map()

    // The engine has made sure that the site holds no bid of this snipe, so an earlier holder's lock-in is void.
    const written = await sql<LockedIn>`
      update bids b
         set locked_in_at = case when ${isCoveredByPause} or ${hasLoginChanged} or b.restored_from is not null or ${isUngranted} then null
                                 else to_timestamp(input.at / 1000) end,
             uncertain_since = null, not_sent_before = to_timestamp(input."notSentBefore" / 1000)
        from ${input}
       where b.id = input."bidId" and b.fence = input.fence and b.id = any(${lockedIds}::bigint[])
      returning b.id as bid_id, b.fence, b.account_id, b.locked_in_at is not null as is_locked_in`.execute(tx)
    // The engine's journal tells the lock-in.
    await afterBidChange(
      tx,
      written.rows.map((row) => ({ bidId: row.bid_id, accountId: row.account_id })),
      [],
    )
    return new Map(written.rows.map((row) => [nameOf({ bidId: row.bid_id, fence: row.fence }), row.is_locked_in]))
  })
}
