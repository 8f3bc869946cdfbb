import { sql } from 'kysely'
import { isCoveredByPause } from '../pauses/is-paused.ts'
import { announceChanges } from '../changes/announce-change.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Claim } from './core/ports.ts'

/** Epoch ms on the site's clock: when it was asked for, and from when on the bid may leave. */
export type LockIn = Claim & { at: number; notSentBefore: number }

/**
 * The last durable write before firing: from here on their owners are told that it is too late. Answers for each, in
 * order: false when the claim no longer stands, or its owner has asked for something else, or paused bidding first. A
 * bid that its owner is changing at this moment is waited for by itself: it holds up no other.
 */
export function lockInBids(db: Db, engineId: number, wanted: readonly LockIn[]): Promise<boolean>[] {
  const free = tryToLockIn(db, engineId, wanted, 'skip locked')
  return wanted.map(async (lockIn) => {
    const claim = nameOf(lockIn)
    const isLockedIn = (await free).get(claim) ?? (await tryToLockIn(db, engineId, [lockIn], 'wait')).get(claim)
    return isLockedIn ?? false
  })
}

const nameOf = ({ bidId, fence }: Claim) => `${bidId}/${fence}`

type LockedIn = { bid_id: number; fence: number; account_id: number; is_locked_in: boolean }

/** Whether each claim is locked in now; nothing of those whose row was not to be had on these terms. */
async function tryToLockIn(
  db: Db,
  engineId: number,
  wanted: readonly LockIn[],
  rows: 'wait' | 'skip locked',
): Promise<Map<string, boolean>> {
  const asked = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as asked
                       ("bidId" bigint, fence bigint, at float8, "notSentBefore" float8)`
  return db.transaction().execute(async (tx) => {
    // Every condition under the row's lock: whichever of lock-in and cancel comes second sees the first. Taken by a
    // statement of its own, so that the next one also sees a pause that whoever held the row before us has heard of.
    const held = await sql<{ bid_id: number }>`
      select b.id as bid_id from bids b join ${asked} on asked."bidId" = b.id and asked.fence = b.fence
       where b.engine_id = ${engineId} and b.status = 'pending' and b.pending_change is null
       order by b.id
         for update of b ${rows === 'wait' ? sql`` : sql`skip locked`}`.execute(tx)
    const ours = held.rows.map((row) => row.bid_id)
    if (ours.length === 0) return new Map()

    // Whoever asks knows that nothing of this bid stands at the site: a lock-in left by another holder is void then.
    const written = await sql<LockedIn>`
      update bids b
         set locked_in_at = case when ${isCoveredByPause} then null else to_timestamp(asked.at / 1000) end,
             uncertain_since = null, not_sent_before = to_timestamp(asked."notSentBefore" / 1000)
        from ${asked}
       where b.id = asked."bidId" and b.fence = asked.fence and b.id = any(${ours}::bigint[])
      returning b.id as bid_id, b.fence, b.account_id, b.locked_in_at is not null as is_locked_in`.execute(tx)
    await announceChanges(
      tx,
      written.rows.map((row) => ({ what: 'bid', accountId: row.account_id, bidId: row.bid_id })),
    )
    return new Map(written.rows.map((row) => [nameOf({ bidId: row.bid_id, fence: row.fence }), row.is_locked_in]))
  })
}
