import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'
import { ENDED } from './reading/decide-billing.ts'

/**
 * Keeps payments of a test mode apart from real ones. Once money moves, plans that were bought in a test end, and their
 * customers are forgotten. Throws a StartupError the other way round: real subscriptions would go on being charged, and
 * nobody would look after them.
 */
export async function separateTestPayments({ db, clock }: Ctx, { isTest }: { isTest: boolean }): Promise<void> {
  if (isTest) return refuseToForget(db)
  const now = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ account_id: number }>`
      update billing_customers
         set is_test = false, external_id = null
       where is_test
      returning account_id`.execute(tx)
    const accounts = rows.map(({ account_id }) => account_id)
    if (accounts.length === 0) return
    await tx
      .updateTable('subscriptions')
      .set({ ...ENDED, ended_at: now })
      .where('account_id', 'in', accounts)
      .where('status', '<>', 'ended')
      .execute()
  })
}

async function refuseToForget(db: Db) {
  const real = await db
    .selectFrom('subscriptions as s')
    .innerJoin('billing_customers as b', 'b.account_id', 's.account_id')
    .select('s.account_id')
    .where('s.status', '<>', 'ended')
    .where('b.is_test', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (!real) return
  throw new StartupError(
    'STRIPE_SECRET_KEY must be the live key: accounts have subscriptions that are paid with money, and a test would not see them',
  )
}
