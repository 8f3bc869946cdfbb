import type { Stripe } from 'stripe'
import { customerOf, openPageOf, recordClosedPage } from './billing-queries.ts'
import { isMissing, isRefused, isReturned, releaseSchedule } from './call-stripe.ts'
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

/** Closes the payment pages of an account that is being deleted, and lets its subscription end with its period. */
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
  await closePage(deps, accountId)
  const reading = await readBilling(deps, accountId)
  if (!reading?.live || reading.live.cancel_at_period_end) return
  await releaseSchedule(stripe, reading.live)
  await stripe.subscriptions.update(reading.live.id, { cancel_at_period_end: true })
  await readBilling(deps, accountId)
}

/** A payment on a page that is still open would buy nothing. */
async function closePage({ db, stripe }: BillingDeps, accountId: number) {
  const page = await openPageOf(db, accountId)
  if (page === null) return
  await stripe.checkout.sessions.expire(page).catch((error: unknown) => {
    // It was paid or has expired. What was paid is read next.
    if (!isRefused(error)) throw error
  })
  await recordClosedPage(db, accountId, page)
}
