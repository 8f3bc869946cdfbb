import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { isMissing } from './call-stripe.ts'
import { StripeInvoice, StripeSubscription } from './stripe-objects.ts'

/** More than a customer will ever have: a hundred monthly invoices are eight years. */
const LIMIT = 100

export type FoundBilling = {
  subscriptions: StripeSubscription[]
  invoices: StripeInvoice[]
  /** False when Stripe has no such customer, or has deleted it. */
  customerExists: boolean
}

/** Reads the subscriptions and invoices of a customer at Stripe. `known` are stored subscriptions: they outlive a customer. */
export async function findBilling(stripe: Stripe, customer: string, known: readonly string[]): Promise<FoundBilling> {
  try {
    const [subscriptions, invoices] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: LIMIT }),
      stripe.invoices.list({ customer, limit: LIMIT }),
    ])
    return {
      subscriptions: z.array(StripeSubscription).parse(subscriptions.data),
      invoices: z.array(StripeInvoice).parse(invoices.data),
      customerExists: true,
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    const found = await Promise.all(known.map((id) => findSubscription(stripe, id)))
    return { subscriptions: found.flat(), invoices: [], customerExists: false }
  }
}

async function findSubscription(stripe: Stripe, id: string): Promise<StripeSubscription[]> {
  try {
    return [StripeSubscription.parse(await stripe.subscriptions.retrieve(id))]
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
