import { sql } from 'kysely'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'
import type { ChannelName, Delivery } from './delivery.ts'

const MAX_TEXT = 500

type Attempt = Pick<Delivery, 'id' | 'attempt'>

/** What another process has claimed since is not changed. */
const ownRow = (db: Db, { id, attempt }: Attempt) =>
  db.updateTable('deliveries').where('id', '=', id).where('attempts', '=', attempt).where('ended_at', 'is', null)

/** Records that the other side may have taken the delivery from now on. Throws when another process may have claimed it. */
export async function recordHandOver(db: Db, attempt: Attempt, now: number): Promise<void> {
  const { numUpdatedRows } = await ownRow(db, attempt)
    .set({ handed_over_at: new Date(now) })
    .where('leased_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('The lease of the delivery has expired')
}

/**
 * What to record of a failed attempt. `isAnswered`: the other side has certainly not taken the delivery. `isOwn`: the reason is
 * of this delivery alone, such as quiet hours.
 */
export type Failure = {
  nextTryAt: number
  said: string
  blockedBy: string | null
  isAnswered: boolean
  isOwn: boolean
}

/** Unless the reason is its own, what else waits for the same recipient is not tried earlier. */
export async function recordFailure(
  db: Db,
  { id, attempt, recipient }: Delivery,
  { nextTryAt, said, blockedBy, isAnswered, isOwn }: Failure,
): Promise<void> {
  const at = new Date(nextTryAt)
  await sql`
    with failed as (
      update deliveries
         set next_try_at = ${at}, leased_until = null, blocked_by = ${blockedBy}, said = ${said.slice(0, MAX_TEXT)},
             handed_over_at = case when ${isAnswered} then null else handed_over_at end
       where id = ${id} and attempts = ${attempt} and ended_at is null
      returning id, channel)
    update deliveries d set next_try_at = greatest(d.next_try_at, ${at})
      from failed
     where not ${isOwn} and d.channel = failed.channel and d.recipient = ${recipient} and d.id <> failed.id
       and d.ended_at is null`.execute(db)
}

/** How a delivery has ended, with what the other side said, or why it was not sent. */
export type End = { outcome: NonNullable<Tables['deliveries']['outcome']>; said: string | null }

export async function recordEnd(db: Db, attempt: Attempt, { outcome, said }: End, now: number): Promise<void> {
  await ownRow(db, attempt)
    .set({ ended_at: new Date(now), outcome, next_try_at: null, leased_until: null, content: null, blocked_by: null })
    .set({ said: said?.slice(0, MAX_TEXT) ?? null })
    .execute()
}

/** Makes what waits for a server that answers again due, spread over some seconds. */
export async function releaseBlocked(db: Db, channel: ChannelName, blockedBy: string, now: number): Promise<void> {
  await sql`
    update deliveries
       set next_try_at = least(next_try_at, ${new Date(now)}::timestamptz + random() * interval '5 s'), blocked_by = null
     where channel = ${channel} and blocked_by = ${blockedBy} and ended_at is null`.execute(db)
}
