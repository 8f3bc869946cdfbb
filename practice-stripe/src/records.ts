/** The records as Stripe's API shows them, with the fields that are read of them. Instants are epoch seconds. */

type Metadata = Record<string, string>

export type List<T> = { object: 'list'; data: T[]; has_more: false; url: string }
export const listOf = <T>(data: T[], url = ''): List<T> => ({ object: 'list', data, has_more: false, url })

/** Instead of a card number, a card of this service says what happens when it is charged. */
export type Card = 'accepted' | 'declined_later' | 'declined'

export type Customer = {
  id: string
  object: 'customer'
  email: string | null
  metadata: Metadata
  practice_card: Card | null
}

export type Product = { id: string; object: 'product'; name: string }

export type Interval = 'month' | 'year'

export type Price = {
  id: string
  object: 'price'
  active: true
  currency: string
  product: string
  unit_amount: number
  lookup_key: string | null
  recurring: { interval: Interval; interval_count: 1 }
  metadata: Metadata
}

export type SubscriptionItem = {
  id: string
  object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: Price
}

export type Subscription = {
  id: string
  object: 'subscription'
  status: 'active' | 'past_due' | 'canceled'
  customer: string
  start_date: number
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  items: List<SubscriptionItem>
  metadata: Metadata
  /** The schedule that changes its price later. */
  schedule: string | null
}

export type Schedule = {
  id: string
  object: 'subscription_schedule'
  customer: string
  subscription: string | null
  status: 'active' | 'released' | 'canceled'
  /** The price is included, as with `expand`. */
  phases: { start_date: number; end_date: number; items: { price: Price; quantity: 1 }[] }[]
}

export type Line = { amount: number; description: string; period: { start: number; end: number } }

export type Invoice = {
  id: string
  object: 'invoice'
  number: string
  created: number
  customer: string
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  status: 'open' | 'paid' | 'void'
  total: number
  amount_paid: number
  attempt_count: number
  next_payment_attempt: number | null
  hosted_invoice_url: string
  lines: List<Line>
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
}

export type CheckoutSession = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  expires_at: number
  client_reference_id: string | null
  customer: string
  success_url: string
  cancel_url: string
  subscription: string | null
  url: string | null
  practice_price: Price
  practice_metadata: Metadata
}

export type PortalConfiguration = {
  id: string
  object: 'billing_portal.configuration'
  active: true
  features: { subscription_update: { products: { product: string; prices: string[] }[] } }
  metadata: Metadata
}

export type PortalSession = {
  id: string
  object: 'billing_portal.session'
  customer: string
  configuration: string
  return_url: string
  url: string
}

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: unknown }
}
