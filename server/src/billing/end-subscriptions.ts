import type { Stripe } from 'stripe'
import { customerOf } from './billing-queries.ts'
import { isMissing, isReturned, releaseSchedule } from './call-stripe.ts'
import { decideBilling } from './reading/decide-billing.ts'
import { paymentsOf } from './reading/decide-returned.ts'
import { findBilling } from './reading/find-billing.ts'
import { type BillingDeps, readBilling } from './reading/read-billing.ts'
import { type StripeSubscription, subscriptionOf } from './stripe-objects.ts'

/**
 * Ends the subscriptions of an account that must not go on: each that runs beside an older one, after what was paid for it
 * has been returned, and each of which a payment has been returned for good.
 */
export async function endSubscriptions(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, stripe } = deps
  const customer = await customerOf(db, accountId)
  if (customer === null) return
  const found = await findBilling(stripe, customer, [])
  const { extra, returned } = decideBilling(found)
  for (const id of extra) {
    // The refund comes first: a subscription that has ended would not be found again.
    const payments = found.invoices.filter((invoice) => subscriptionOf(invoice) === id).flatMap(paymentsOf)
    for (const payment of payments) await refund(stripe, payment)
  }
  for (const subscription of found.subscriptions) {
    if (extra.includes(subscription.id) || returned.includes(subscription.id)) await end(stripe, subscription)
  }
  await readBilling(deps, accountId)
}

async function end(stripe: Stripe, subscription: StripeSubscription) {
  await releaseSchedule(stripe, subscription)
  await unless(isMissing, stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false }))
}

/** Any other failure is repeated later, before the subscription is ended. */
const refund = (stripe: Stripe, payment: string) =>
  unless(
    isReturned,
    stripe.refunds.create({ payment_intent: payment, reason: 'duplicate' }, { idempotencyKey: `refund:${payment}` }),
  )

async function unless(isExpected: (error: unknown) => boolean, call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!isExpected(error)) throw error
  })
}
