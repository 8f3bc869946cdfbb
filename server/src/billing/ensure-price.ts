import type { BillingInterval } from '@bidwell/contract'
import type { PaidPlan } from '../plans/load-plans.ts'
import { callStripe, createOnce } from './call-stripe.ts'
import type { BillingDeps } from './reading/read-billing.ts'

/**
 * The price of a plan at Stripe, found by its lookup key. Where it is missing, or differs from the plans file, a new one is
 * created and takes the key over: subscriptions keep the price that they were bought at.
 */
export async function ensurePrice(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  plan: PaidPlan,
  interval: BillingInterval,
): Promise<string> {
  const lookupKey = `bidwell_${plan.id}_${interval}`
  const unitAmount = interval === 'year' ? plan.yearlyCents : plan.monthlyCents
  const found = await callStripe(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }))
  const [price] = found.data
  const isCurrent =
    price?.unit_amount === unitAmount &&
    price.currency === 'usd' &&
    price.recurring?.interval === interval &&
    price.recurring.interval_count === 1 &&
    price.metadata['plan'] === plan.id
  if (isCurrent) return price.id
  // Concurrent calls create one price; a call after the price has been changed back and forth creates another.
  const key = `price:${lookupKey}:${unitAmount}:${plan.name}:${price?.id ?? 'first'}`
  const params = {
    currency: 'usd',
    unit_amount: unitAmount,
    recurring: { interval },
    product_data: { name: `Bidwell ${plan.name}`, metadata: { plan: plan.id } },
    nickname: `${plan.name}, each ${interval}`,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata: { plan: plan.id },
  }
  const created = await callStripe(() => createOnce(key, (options) => stripe.prices.create(params, options)))
  return created.id
}
