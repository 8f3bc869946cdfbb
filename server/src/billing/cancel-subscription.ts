import { messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { customerOf } from './billing-queries.ts'
import { callStripe, isMissing } from './call-stripe.ts'
import { releaseSchedule } from './change-interval.ts'
import { readBilling } from './reading/read-billing.ts'
import { closePages } from './start-checkout.ts'

/** Ends the subscription with its period, or at once. Throws `conflict` without one. */
export async function cancelSubscription(
  ctx: BillingCtx,
  accountId: number,
  { immediately }: { immediately: boolean },
): Promise<void> {
  const { stripe } = ctx
  const live = await readBilling(ctx, accountId)
  if (!live) throw new AppError('conflict', messages.billing.notSubscribed)
  await callStripe(async () => {
    const subscription = await stripe.subscriptions.retrieve(live.external_id)
    await releaseSchedule(stripe, subscription)
    return immediately
      ? stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false })
      : stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  })
  await readBilling(ctx, accountId)
}

/** Closes the payment pages of an account that is being deleted, and lets its subscription end with its period. */
export async function endWithPeriod(ctx: BillingCtx, accountId: number): Promise<void> {
  const { db, stripe } = ctx
  const request = await db
    .selectFrom('account_deletions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  const customer = await customerOf(db, accountId)
  if (!request || customer === null) return
  await closePages(stripe, customer).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  const live = await readBilling(ctx, accountId)
  if (live && !live.cancel_at_period_end) await cancelSubscription(ctx, accountId, { immediately: false })
}
