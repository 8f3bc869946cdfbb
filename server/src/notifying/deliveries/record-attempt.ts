import { sql } from 'kysely'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type Delivery, SAID_QUIET_HOURS } from './delivery.ts'

const MAX_TEXT = 500

export type Failure = { nextTryAt: number; said: string }
/** How a delivery has ended, with what the other side said, or why it was not sent. */
export type End = { outcome: NonNullable<Tables['deliveries']['outcome']>; said: string | null }

/**
 * Records a failed attempt, unless another process has claimed the delivery since. What else waits for the same recipient is not
 * tried earlier, but for quiet hours, which are not the same for all alerts.
 */
export async function recordFailure(db: Db, delivery: Delivery, { nextTryAt, said }: Failure): Promise<void> {
  const at = new Date(nextTryAt)
  await sql`
    with failed as (
      update deliveries set next_try_at = ${at}, leased_until = null, said = ${said.slice(0, MAX_TEXT)}
       where id = ${delivery.id} and attempts = ${delivery.attempt} and ended_at is null
      returning id, channel)
    update deliveries d set next_try_at = greatest(d.next_try_at, ${at})
      from failed
     where ${said !== SAID_QUIET_HOURS} and d.channel = failed.channel and d.recipient = ${delivery.recipient}
       and d.id <> failed.id and d.ended_at is null`.execute(db)
}

/** Records how a delivery has ended, unless another process has claimed it since. */
export async function recordEnd(db: Db, { id, attempt }: Delivery, { outcome, said }: End, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ended_at: new Date(now), outcome, said: said?.slice(0, MAX_TEXT) ?? null })
    .set({ next_try_at: null, leased_until: null, content: null })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('ended_at', 'is', null)
    .execute()
}
