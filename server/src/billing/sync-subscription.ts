import { type BillingDeps, readBilling } from './reading/read-billing.ts'

/** A page that waits for a purchase asks often. */
const MIN_INTERVAL_MS = 1_000

/** Reads the billing of an account at Stripe, unless that was done within the last second. */
export async function syncSubscription(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, clock } = deps
  const row = await db
    .selectFrom('billing_customers')
    .select('read_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const readAt = row?.read_at?.getTime() ?? -Infinity
  const age = clock.now() - readAt
  if (age >= 0 && age < MIN_INTERVAL_MS) return
  await readBilling(deps, accountId)
}
