import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { CODE_KIND } from './sms-code.ts'

export const DAY_MS = 86_400_000
/** The most text messages in a day of one account, and to one number: others must not have it called up. */
export const MOST_OF_ONE = 10

type Counted = { accountId: number | null; to: string; /** Epoch ms. */ now: number }
/** `ofOne`: of the account, or to the number. */
type Texts = { ofAll: number; ofOne: number; codes: number }

/** The text messages of the last day that may have been sent. */
export const countHandedOver = (db: Db, counted: Counted): Promise<Texts> => count(db, sql`handed_over_at`, counted)

/** Those, and those that wait. The API may not read when a message was handed over. */
export const countQueued = (db: Db, counted: Counted): Promise<Texts> => count(db, sql`created_at`, counted)

async function count(db: Db, counted: RawBuilder<unknown>, { accountId, to, now }: Counted): Promise<Texts> {
  const { rows } = await sql<Texts>`
    select count(*)::int as "ofAll", count(*) filter (where account_id = ${accountId} or recipient = ${to})::int as "ofOne",
           count(*) filter (where kind = ${CODE_KIND})::int as codes
      from deliveries
     where channel = 'sms' and ${counted} > ${new Date(now - DAY_MS)}
       and (outcome is null or outcome in ('sent', 'unconfirmed'))`.execute(db)
  return rows[0] ?? { ofAll: 0, ofOne: 0, codes: 0 }
}
