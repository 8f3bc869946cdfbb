import { type api, type Data, messages, WIN } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import { presentReadings } from './present-win.ts'
import { findReadings } from './win-queries.ts'

/**
 * Has the jobs read an account's lists of orders now: the API cannot open its login. Throws `rate_limited` when the
 * account asked less than a minute ago.
 */
export async function askForOrders(ctx: Ctx, accountId: number): Promise<Data<typeof api.askForOrders>> {
  const { db, clock, marketplace } = ctx
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into order_readings (account_id, marketplace, asked_at, next_read_at)
      values (${accountId}, ${marketplace.id}, ${new Date(now)}, ${new Date(now)})
      on conflict (account_id, marketplace) do update
         set asked_at = excluded.asked_at, next_read_at = excluded.next_read_at
       where order_readings.asked_at is null or order_readings.asked_at <= ${new Date(now - WIN.askEveryMs)}
      returning account_id`.execute(tx)
    if (rows.length === 0) {
      throw new AppError('rate_limited', messages.payment.page.askedTooSoon, { retryAfterMs: WIN.askEveryMs })
    }
    await announceChange(tx, { what: 'reading_asked' })
  })
  return { readings: presentReadings(await findReadings(db, accountId, marketplace.id)) }
}
