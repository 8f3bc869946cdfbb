import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { callStripe } from './call-stripe.ts'
import type { BillingDeps } from './read-billing.ts'

type Deps = Pick<BillingDeps, 'db' | 'stripe' | 'isTest'>

/** The customer of an account at Stripe, created if there is none yet. Concurrent calls create one. */
export async function ensureCustomer({ db, stripe, isTest }: Deps, accountId: number): Promise<string> {
  await db
    .insertInto('billing_customers')
    .values({ account_id: accountId, read_at: null, external_id: null, is_test: isTest })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { external_id, creation_key, email } = await db
    .selectFrom('billing_customers as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['b.external_id', 'b.creation_key', 'a.email'])
    .where('b.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (external_id !== null) return external_id
  const params = { email, metadata: { account: String(accountId) } }
  const { id } = await callStripe(() => stripe.customers.create(params, { idempotencyKey: `customer:${creation_key}` }))
  await db
    .updateTable('billing_customers')
    .set({ external_id: id })
    .where('account_id', '=', accountId)
    .where('creation_key', '=', creation_key)
    .execute()
  return id
}

/** Forgets a customer that Stripe does not have, so that the next purchase creates another one. */
export async function forgetCustomer(db: Db, accountId: number, customer: string): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ external_id: null, creation_key: sql`gen_random_uuid()` })
    .where('account_id', '=', accountId)
    .where('external_id', '=', customer)
    .execute()
}
