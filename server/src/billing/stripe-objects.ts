import type { BillingInterval } from '@bidwell/contract'
import type { Stripe } from 'stripe'

/** What Stripe shows of one customer. Instants are whole seconds of Unix time, amounts cents. */
export type BillingObjects = {
  /** The newest first. */
  subscriptions: Stripe.Subscription[]
  /** What changes the live subscription later. */
  schedule: Stripe.SubscriptionSchedule | null
  invoices: Stripe.Invoice[]
}

/** The plan that a price is of; null for a price that is not ours. */
export const planOf = ({ metadata }: Stripe.Price): string | null => metadata['plan'] ?? null

export const intervalOf = ({ recurring }: Stripe.Price): BillingInterval =>
  recurring?.interval === 'year' ? 'year' : 'month'

/** The one item of a subscription: a plan is sold alone. */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no item`)
  return item
}

/** The id of an object that Stripe names, or includes whole. */
export const idOf = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id)
