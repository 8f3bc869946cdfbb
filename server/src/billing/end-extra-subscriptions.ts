import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { customerOf } from './billing-queries.ts'
import { isMissing, isReturned } from './call-stripe.ts'
import { decideBilling } from './decide-billing.ts'
import { findBilling } from './find-billing.ts'
import { type BillingDeps, readBilling } from './read-billing.ts'

const Payments = z.array(
  z.object({
    payments: z.object({
      data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: z.nullish(z.string()) }) })),
    }),
  }),
)

/** Ends each subscription that runs beside an older one of the same account, and returns what was paid for it. */
export async function endExtraSubscriptions(deps: BillingDeps, accountId: number): Promise<void> {
  const customer = await customerOf(deps.db, accountId)
  if (customer === null) return
  const found = await findBilling(deps.stripe, customer, [])
  for (const id of decideBilling(found.subscriptions, found.invoices).extra) {
    // The refund comes first: a subscription that has ended would not be found again.
    for (const payment of await paymentsOf(deps.stripe, id)) await refund(deps.stripe, payment)
    await unless(isMissing, deps.stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }))
  }
  await readBilling(deps, accountId)
}

async function paymentsOf(stripe: Stripe, subscription: string): Promise<string[]> {
  const invoices = await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })
  return Payments.parse(invoices.data).flatMap(({ payments }) =>
    payments.data.flatMap(({ status, payment }) => (status === 'paid' ? (payment.payment_intent ?? []) : [])),
  )
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
