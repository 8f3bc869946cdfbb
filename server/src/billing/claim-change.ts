import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

/** A request to Stripe takes ten seconds at most. Later, its process has ended, or its answer is lost. */
const LONGEST = sql`interval '1 minute'`

/**
 * The number of the latest change of an account's subscription, to be read before the subscription is: `claimChange` then
 * refuses when another change was sent in between. Throws `conflict` while a change has been sent and not been answered.
 */
export async function latestChange(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ number: number; isUnderway: boolean }>`
    select changes_begun as number, coalesce(change_sent_at > clock_timestamp() - ${LONGEST}, false) as "isUnderway"
      from billing_customers where account_id = ${accountId}`.execute(db)
  const [{ number, isUnderway } = { number: 0, isUnderway: false }] = rows
  if (isUnderway) throw changedElsewhere()
  return number
}

/**
 * Counts a change as begun. `latest` is the latest change that its decision knew. Throws `conflict` when another one has
 * begun since: what it changed may be what this one was decided by.
 */
export async function claimChange(db: Db, accountId: number, latest: number): Promise<void> {
  const claimed = await db
    .updateTable('billing_customers')
    .set({ changes_begun: latest + 1, change_sent_at: sql`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('changes_begun', '=', latest)
    .returning('account_id')
    .executeTakeFirst()
  if (!claimed) throw changedElsewhere()
}

/** Records that Stripe has answered the change after `latest`, so that the next one may begin. */
export async function releaseChange(db: Db, accountId: number, latest: number): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ change_sent_at: null })
    .where('account_id', '=', accountId)
    .where('changes_begun', '=', latest + 1)
    .execute()
}

const changedElsewhere = () => new AppError('conflict', messages.billing.changedElsewhere)
