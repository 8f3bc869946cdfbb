import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { isMissing } from '../call-stripe.ts'
import { listAll } from './list-all.ts'
import {
  type BillingObjects,
  StripeBalanceTransaction,
  StripeCharge,
  StripeDispute,
  StripeInvoice,
  StripeSubscription,
} from '../stripe-objects.ts'

/**
 * Reads what a customer has at Stripe: subscriptions, invoices, charges and disputes, and its credit where a payment went back. `known` are stored subscriptions: they
 * outlive a customer.
 */
export async function findBilling(stripe: Stripe, customer: string, known: readonly string[]): Promise<BillingObjects> {
  try {
    const [subscriptions, invoices, charges] = await Promise.all([
      listAll((page) => stripe.subscriptions.list({ customer, status: 'all', ...page })),
      listAll((page) => stripe.invoices.list({ customer, expand: ['data.payments'], ...page })),
      listAll((page) => stripe.charges.list({ customer, ...page })),
    ])
    const disputed = charges.filter((charge) => charge.disputed)
    const disputes = await Promise.all(
      disputed.map(({ id: charge }) => listAll((page) => stripe.disputes.list({ charge, ...page }))),
    )
    const hasLoss = charges.some(({ amount_refunded }) => amount_refunded > 0) || disputed.length > 0
    const transactions = hasLoss
      ? await listAll((page) => stripe.customers.listBalanceTransactions(customer, page))
      : []
    return {
      subscriptions: z.array(StripeSubscription).parse(subscriptions),
      invoices: z.array(StripeInvoice).parse(invoices),
      charges: z.array(StripeCharge).parse(charges),
      disputes: z.array(StripeDispute).parse(disputes.flat()),
      transactions: z.array(StripeBalanceTransaction).parse(transactions),
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    const found = await Promise.all(known.map((id) => findSubscription(stripe, id)))
    return { subscriptions: found.flat(), invoices: [], charges: [], disputes: [], transactions: [] }
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
