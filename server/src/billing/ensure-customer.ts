import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { customerOf } from './billing-queries.ts'
import { callStripe, createOnce } from './call-stripe.ts'
import type { BillingDeps } from './reading/read-billing.ts'

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
  const { id } = await callStripe(() =>
    createOnce(`customer:${creation_key}`, (options) => stripe.customers.create(params, options)),
  )
  await db
    .updateTable('billing_customers')
    .set({ external_id: id })
    .where('account_id', '=', accountId)
    .where('creation_key', '=', creation_key)
    .where('external_id', 'is', null)
    .execute()
  // After a failure at Stripe, concurrent calls may have created two: all use the one that was stored.
  return (await customerOf(db, accountId)) ?? id
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
