import { sql } from 'kysely'
import type { BillingCtx } from './billing-ctx.ts'
import { callStripe, isMissing } from './call-stripe.ts'

/**
 * The customer of an account at Stripe, with its present address. Created if there is none yet, or if Stripe does not know
 * it: other keys, or a test service that was reset, have other customers.
 */
export async function ensureCustomer({ db, stripe, isTest }: BillingCtx, accountId: number): Promise<string> {
  const { email, known } = await db
    .selectFrom('accounts as a')
    .leftJoin('billing_customers as b', 'b.account_id', 'a.id')
    .select(['a.email', 'b.external_id as known'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return callStripe(async () => {
    if (known !== null) {
      try {
        return (await stripe.customers.update(known, { email })).id
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
    const { id } = await stripe.customers.create({ email, metadata: { account: String(accountId) } })
    // Of two that are created at once, the first one that is stored is used by both.
    const { rows } = await sql<{ external_id: string }>`
      insert into billing_customers as b (account_id, external_id, is_test) values (${accountId}, ${id}, ${isTest})
      on conflict (account_id) do update
         set external_id = case when b.external_id is not distinct from ${known} then excluded.external_id
                                else b.external_id end,
             is_test = excluded.is_test
      returning external_id`.execute(db)
    return rows[0]?.external_id ?? id
  })
}
