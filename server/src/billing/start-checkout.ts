import { type BillingInterval, messages } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { callStripe } from './call-stripe.ts'
import { ensurePrice } from './catalog.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { paidPlan } from './paid-plan.ts'
import { readBilling } from './reading/read-billing.ts'

type Choice = { plan: string; interval: BillingInterval }

/**
 * Opens Stripe's page on which a plan is bought, and answers its address. Earlier pages are closed first, so that nobody
 * pays twice. Throws `conflict` for an account that has a plan, and `rule_broken` for a plan that is not sold.
 */
export async function startCheckout(ctx: BillingCtx, accountId: number, choice: Choice): Promise<string> {
  const { stripe, publicUrl } = ctx
  const plan = paidPlan(ctx, choice.plan)
  const live = await readBilling(ctx, accountId)
  const { payFirst, alreadySubscribed } = messages.billing
  if (live) throw new AppError('conflict', live.status === 'past_due' ? payFirst : alreadySubscribed)
  const customer = await ensureCustomer(ctx, accountId)
  const account = String(accountId)
  const { id, url } = await callStripe(async () => {
    const price = await ensurePrice(stripe, plan, choice.interval)
    await closePages(stripe, customer)
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: account,
      line_items: [{ price, quantity: 1 }],
      success_url: `${publicUrl}/settings?tab=subscription&checkout=done`,
      cancel_url: `${publicUrl}/settings?tab=subscription&checkout=cancelled`,
      subscription_data: { metadata: { account, plan: plan.id } },
    })
  })
  if (url === null) throw new Error(`The checkout session ${id} has no page`)
  return url
}

/** Closes the payment pages of a customer that are still open. */
export async function closePages(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id } of data) await stripe.checkout.sessions.expire(id)
}
