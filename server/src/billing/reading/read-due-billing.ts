import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { readBillingLater } from './read-billing.ts'

const HOUR_MS = 3_600_000
/** A little less than the schedule's hour and day, so that a reading at the last run does not skip this one. */
const EACH_HOUR_MS = 50 * 60_000
const EACH_DAY_MS = 23 * HOUR_MS
/** Stripe closes a payment page after a day. A reading after that has seen what was bought on it. */
const CHECKOUT = sql`interval '25 hours'`
/** After the longest request, a change has happened or will not happen any more. */
const CHANGE = sql`interval '1 minute'`
const ENDED_MS = 31 * 24 * HOUR_MS

/**
 * Has the billing read that messages of Stripe should have reported, in case they were lost: each hour where a payment or
 * a purchase is open, once after a change whose answer never came, each day where a subscription runs or has lately ended.
 */
export async function readDueBilling({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms)
  const { rows } = await sql<{ account_id: number }>`
    select c.account_id from billing_customers c
     where c.external_id is not null
       and (exists (select from subscriptions s where s.account_id = c.account_id
                       and case when s.status = 'past_due' then c.read_at <= ${ago(EACH_HOUR_MS)}
                                when s.status = 'active' or s.ended_at > ${ago(ENDED_MS)}
                                then c.read_at <= ${ago(EACH_DAY_MS)} end)
            or coalesce(c.read_at, '-infinity') < c.change_sent_at + ${CHANGE}
            or coalesce(c.read_at, '-infinity') <= ${ago(EACH_HOUR_MS)}
               and coalesce(c.read_at, '-infinity') < c.page_opened_at + ${CHECKOUT})
     order by c.account_id`.execute(db)
  for (const { account_id } of rows) await readBillingLater(db, account_id)
}
