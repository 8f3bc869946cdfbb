import { type BillingDeps, readBilling } from './read-billing.ts'

/** Lets the subscription of an account end with its period, if the account is being deleted. */
export async function endWithPeriod(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, stripe } = deps
  const request = await db
    .selectFrom('account_deletions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  if (!request) return
  const reading = await readBilling(deps, accountId)
  if (!reading?.live || reading.live.cancel_at_period_end) return
  await stripe.subscriptions.update(reading.live.id, { cancel_at_period_end: true })
  await readBilling(deps, accountId)
}
