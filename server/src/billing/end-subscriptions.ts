import type { Stripe } from 'stripe'
import { customerOf } from './billing-queries.ts'
import { isMissing, isReturned } from './call-stripe.ts'
import { decideBilling } from './reading/decide-billing.ts'
import { ownPaymentsOf, paymentsOf } from './reading/decide-returned.ts'
import { subscriptionOf } from './reading/of-invoice.ts'
import { findBilling } from './reading/find-billing.ts'
import { type BillingDeps, readBilling } from './reading/read-billing.ts'

/**
 * Ends the subscriptions of an account that must not go on: each that runs beside an older one, after what was paid for it
 * has been returned, and each whose payment has been returned for good. If that was a payment for another subscription, whose
 * credit had paid for this one, what a card paid for this one's period is returned as well.
 */
export async function endSubscriptions(deps: BillingDeps, accountId: number): Promise<void> {
  const { db, stripe } = deps
  const customer = await customerOf(db, accountId)
  if (customer === null) return
  const found = await findBilling(stripe, customer, [])
  const { extra, returned, onLostCredit } = decideBilling(found)
  for (const id of extra) {
    // The refund comes first: a subscription that has ended would not be found again.
    const payments = found.invoices.filter((invoice) => subscriptionOf(invoice) === id).flatMap(paymentsOf)
    for (const payment of payments) await refund(stripe, payment)
  }
  for (const subscription of found.subscriptions) {
    // One that has ended had its reasons, and what was paid for it stays.
    const isEnding = onLostCredit.includes(subscription.id) && RUNS.includes(subscription.status)
    if (!isEnding || extra.includes(subscription.id)) continue
    for (const payment of ownPaymentsOf(subscription, found.invoices)) await refund(stripe, payment)
  }
  for (const id of new Set([...extra, ...returned])) await end(stripe, id)
  await readBilling(deps, accountId)
}

/** The statuses in which a subscription may still charge. */
const RUNS = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

const end = (stripe: Stripe, id: string) =>
  unless(isMissing, stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }))

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
