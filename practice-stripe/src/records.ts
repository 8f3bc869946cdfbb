/** The records as Stripe's API shows them, with the fields that a client of subscriptions reads. Instants are epoch seconds. */

export type Customer = {
  id: string
  object: 'customer'
  created: number
  email: string | null
  name: string | null
  invoice_settings: { default_payment_method: string | null }
  metadata: Metadata
  livemode: false
}

export type Metadata = Record<string, string>

export type Card = 'accepted' | 'declined_later' | 'declined'

/** Instead of a card number, a card of this service says what happens when it is charged. */
export type PaymentMethod = {
  id: string
  object: 'payment_method'
  created: number
  type: 'card'
  customer: string
  card: { brand: 'visa'; last4: string; exp_month: number; exp_year: number }
  practice_behavior: Card
  livemode: false
}

export type Product = {
  id: string
  object: 'product'
  created: number
  active: boolean
  name: string
  metadata: Metadata
  livemode: false
}

export type Interval = 'month' | 'year'

export type Price = {
  id: string
  object: 'price'
  created: number
  active: boolean
  currency: string
  product: string
  unit_amount: number
  lookup_key: string | null
  nickname: string | null
  recurring: { interval: Interval; interval_count: 1; usage_type: 'licensed' }
  type: 'recurring'
  metadata: Metadata
  livemode: false
}

export type SubscriptionItem = {
  id: string
  object: 'subscription_item'
  created: number
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: number
  subscription: string
  metadata: Metadata
}

export type Subscription = {
  id: string
  object: 'subscription'
  created: number
  start_date: number
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  collection_method: 'charge_automatically'
  currency: string
  customer: string
  default_payment_method: string | null
  items: List<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  /** The schedule that changes its price later. */
  schedule: string | null
  status: 'active' | 'past_due' | 'canceled' | 'incomplete'
  trial_end: null
  livemode: false
}

type Phase = {
  start_date: number
  end_date: number
  items: { price: string; quantity: number }[]
  proration_behavior: 'none'
}

export type SubscriptionSchedule = {
  id: string
  object: 'subscription_schedule'
  created: number
  customer: string
  subscription: string | null
  released_subscription: string | null
  status: 'active' | 'released' | 'canceled'
  end_behavior: 'release'
  current_phase: Pick<Phase, 'start_date' | 'end_date'> | null
  phases: Phase[]
  canceled_at: number | null
  completed_at: null
  released_at: number | null
  metadata: Metadata
  livemode: false
}

export type InvoiceLine = {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  period: { start: number; end: number }
  proration: boolean
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

export type Invoice = {
  id: string
  object: 'invoice'
  number: string | null
  created: number
  customer: string
  customer_email: string | null
  currency: string
  billing_reason: BillingReason
  collection_method: 'charge_automatically'
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  subtotal: number
  total: number
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempted: boolean
  attempt_count: number
  next_payment_attempt: number | null
  hosted_invoice_url: string
  invoice_pdf: null
  lines: List<InvoiceLine>
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  }
  payments: List<InvoicePayment>
  period_start: number
  period_end: number
  status_transitions: {
    finalized_at: number
    paid_at: number | null
    voided_at: number | null
    marked_uncollectible_at: null
  }
  metadata: Metadata
  livemode: false
}

export type InvoicePayment = {
  id: string
  object: 'invoice_payment'
  created: number
  amount_paid: number
  amount_requested: number
  currency: string
  invoice: string
  is_default: true
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'paid'
  livemode: false
}

/** What was taken from a card. `disputed` stays true, whoever wins the dispute. */
export type Charge = {
  id: string
  object: 'charge'
  created: number
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  currency: string
  customer: string
  payment_intent: string
  status: 'succeeded'
  livemode: false
}

/** A bank takes a charge back, at first or for good. */
export type Dispute = {
  id: string
  object: 'dispute'
  created: number
  amount: number
  charge: string
  currency: string
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'won' | 'lost'
  livemode: false
}

export type Refund = {
  id: string
  object: 'refund'
  created: number
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string | null
  status: 'succeeded'
  metadata: Metadata
}

export type CheckoutSession = {
  id: string
  object: 'checkout.session'
  created: number
  expires_at: number
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  client_reference_id: string | null
  customer: string
  customer_email: string | null
  currency: string
  amount_subtotal: number
  amount_total: number
  success_url: string
  cancel_url: string | null
  subscription: string | null
  invoice: string | null
  url: string | null
  line_items: List<{ id: string; object: 'item'; price: Price; quantity: number; amount_total: number }>
  subscription_metadata: Metadata
  metadata: Metadata
  livemode: false
}

/** What the billing portal offers. This service keeps it, and shows the same pages whatever it says. */
export type PortalConfiguration = {
  id: string
  object: 'billing_portal.configuration'
  created: number
  active: true
  features: object
  is_default: false
  metadata: Metadata
  livemode: false
}

export type PortalSession = {
  id: string
  object: 'billing_portal.session'
  created: number
  customer: string
  configuration: string | null
  return_url: string
  url: string
  livemode: false
}

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: unknown }
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  livemode: false
}

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

export const listOf = <T>(data: T[], url: string, hasMore = false): List<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})
