import { createHash } from 'node:crypto'
import type { BillingInterval } from '@bidwell/contract'
import type { Stripe } from 'stripe'
import type { PaidPlan, Plans } from '../plans/load-plans.ts'
import { isMissing } from './call-stripe.ts'

const productOf = ({ id }: PaidPlan) => `bidwell_${id}`

/**
 * The price of a plan at Stripe, created if it is missing. When the plans file changes a price, that is another price, and
 * subscriptions keep the one that they were bought at.
 */
export async function ensurePrice(stripe: Stripe, plan: PaidPlan, interval: BillingInterval): Promise<string> {
  const amount = interval === 'year' ? plan.yearlyCents : plan.monthlyCents
  const key = `bidwell_${plan.id}_${interval}_${amount}`
  const [found] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data
  if (found) return found.id
  const { id } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval },
    product: await ensureProduct(stripe, plan),
    lookup_key: key,
    // Two that are created at once: the later one holds the key, and both are as good.
    transfer_lookup_key: true,
    metadata: { plan: plan.id },
  })
  return id
}

async function ensureProduct(stripe: Stripe, plan: PaidPlan): Promise<string> {
  const [id, name] = [productOf(plan), `Bidwell ${plan.name}`]
  await stripe.products.update(id, { name }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return stripe.products.create({ id, name })
  })
  return id
}

/**
 * What Stripe's page for customers offers: cards, invoices, each plan that is sold, cancelling, and keeping the plan after
 * all. A dearer plan begins at once, for the difference; a cheaper one, or paying by the month, with the next period, so that
 * nothing leaves credit. Created once for each version of the plans file.
 */
export async function ensurePortal(stripe: Stripe, { paid }: Plans): Promise<string> {
  const name = `Bidwell ${createHash('sha256').update(JSON.stringify(paid)).digest('hex').slice(0, 16)}`
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const found = data.find(({ metadata }) => metadata?.['name'] === name)
  if (found) return found.id
  const products: { product: string; prices: string[] }[] = []
  for (const plan of paid) {
    const prices = [await ensurePrice(stripe, plan, 'month'), await ensurePrice(stripe, plan, 'year')]
    products.push({ product: productOf(plan), prices })
  }
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
      },
    },
    metadata: { name },
  })
  return id
}
