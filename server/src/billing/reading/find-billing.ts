import type { Stripe } from 'stripe'
import { isMissing } from '../call-stripe.ts'
import { type BillingObjects, idOf } from '../stripe-objects.ts'

/** As many as may have changed since the last reading, and more than are shown. */
const INVOICES = 24
/** Far more than anybody has bought. */
const SUBSCRIPTIONS = 100

/** Reads what a customer has at Stripe; nothing when Stripe has no such customer. */
export async function findBilling(stripe: Stripe, customer: string): Promise<BillingObjects> {
  try {
    const [{ data: subscriptions }, { data: invoices }] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: SUBSCRIPTIONS }),
      stripe.invoices.list({ customer, limit: INVOICES }),
    ])
    const scheduled = subscriptions.find(({ schedule }) => schedule !== null)?.schedule
    const schedule = scheduled
      ? await stripe.subscriptionSchedules.retrieve(idOf(scheduled), { expand: ['phases.items.price'] })
      : null
    return { subscriptions, schedule, invoices }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { subscriptions: [], schedule: null, invoices: [] }
  }
}
