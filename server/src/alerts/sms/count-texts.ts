import { sql } from 'kysely'
import { Refused } from '../../notifying/deliveries/delivery.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CODE_KIND } from './sms-code.ts'

export const DAY_MS = 86_400_000
/** The most text messages in a day of one account, and to one number: others must not have it called up. */
export const MOST_OF_ONE = 10
/** How the reason begins for which a message over a budget is refused. */
export const NONE_LEFT = 'No text message of the day is left'

type Counted = { accountId: number | null; to: string; /** Epoch ms. */ now: number }
/** `ofOne`: of the account, or to the number. */
type Texts = { ofAll: number; ofOne: number; codes: number }

/** The text messages of the last day that may have been paid. */
export const countAttempted = (db: Db, counted: Counted): Promise<Texts> => count(db, 1, counted)

/** Those, and those that wait for their first attempt. */
export const countQueued = (db: Db, counted: Counted): Promise<Texts> => count(db, 0, counted)

/**
 * Errs on the side of the budget: a message that was tried again counts twice, since its first attempt may have been paid too. What was
 * refused or dropped at its first attempt costs nothing. A message over a budget does not count, or those that wait would
 * refuse one another.
 */
async function count(db: Db, leastAttempts: number, { accountId, to, now }: Counted): Promise<Texts> {
  const { rows } = await sql<Texts>`
    select coalesce(sum(copies), 0)::int as "ofAll",
           coalesce(sum(copies) filter (where account_id = ${accountId} or recipient = ${to}), 0)::int as "ofOne",
           coalesce(sum(copies) filter (where kind = ${CODE_KIND}), 0)::int as codes
      from (select account_id, recipient, kind, case when attempts > 1 then 2 else 1 end as copies from deliveries
             where channel = 'sms' and attempts >= ${leastAttempts}
               and (ended_at is null or ended_at > ${new Date(now - DAY_MS)})
               and (outcome is null or outcome not in ('refused', 'dropped') or attempts > 1)
               and starts_with(said, ${String(new Refused(NONE_LEFT))}) is not true) texts`.execute(db)
  return rows[0] ?? { ofAll: 0, ofOne: 0, codes: 0 }
}
