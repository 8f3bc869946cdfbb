import * as z from 'zod/mini'

/** What each call accepts. As at Stripe, an unknown parameter is refused by its name. */

const whole = z.coerce.number().check(z.int(), z.nonnegative())
const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
)
const metadata = z.optional(z.record(z.string(), z.string()))
const expand = z.optional(z.array(z.string()))
const interval = z.enum(['month', 'year'])
/** A call without parameters of its own. */
export const Nothing = z.strictObject({ expand })

const page = {
  limit: z.optional(whole.check(z.minimum(1), z.maximum(100))),
  starting_after: z.optional(z.string()),
  expand,
}

export const NewCustomer = z.strictObject({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  metadata,
  expand,
})

export const NewPrice = z.strictObject({
  currency: z.string(),
  unit_amount: whole,
  product_data: z.strictObject({ name: z.string(), metadata }),
  recurring: z.strictObject({ interval }),
  lookup_key: z.optional(z.string()),
  transfer_lookup_key: z.optional(flag),
  nickname: z.optional(z.string()),
  metadata,
  expand,
})
export const ListPrices = z.strictObject({
  active: z.optional(flag),
  lookup_keys: z.optional(z.array(z.string())),
  product: z.optional(z.string()),
  ...page,
})

export const NewCheckout = z.strictObject({
  mode: z.literal('subscription'),
  customer: z.string(),
  client_reference_id: z.optional(z.string()),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: z.optional(z.literal('1')) })).check(z.length(1)),
  success_url: z.string(),
  cancel_url: z.optional(z.string()),
  expires_at: z.optional(whole),
  metadata,
  subscription_data: z.optional(z.strictObject({ metadata, description: z.optional(z.string()) })),
  payment_method_types: z.optional(z.array(z.string())),
  expand,
})
export const ListCheckouts = z.strictObject({
  customer: z.optional(z.string()),
  subscription: z.optional(z.string()),
  status: z.optional(z.enum(['open', 'complete', 'expired'])),
  ...page,
})

export const NewSubscription = z.strictObject({
  customer: z.string(),
  items: z.array(z.strictObject({ price: z.string() })).check(z.length(1)),
  metadata,
  expand,
})
export const ChangedSubscription = z.strictObject({
  items: z.optional(z.array(z.strictObject({ id: z.string(), price: z.string() })).check(z.length(1))),
  proration_behavior: z.optional(z.literal('always_invoice')),
  payment_behavior: z.optional(z.enum(['allow_incomplete', 'error_if_incomplete'])),
  cancel_at_period_end: z.optional(flag),
  metadata,
  expand,
})
export const EndedSubscription = z.strictObject({
  prorate: z.optional(z.literal('false')),
  invoice_now: z.optional(z.literal('false')),
  expand,
})
export const ListSubscriptions = z.strictObject({
  customer: z.optional(z.string()),
  price: z.optional(z.string()),
  /** Without it, ended subscriptions are left out. */
  status: z.optional(z.enum(['active', 'past_due', 'canceled', 'all'])),
  ...page,
})

export const NewSchedule = z.strictObject({ from_subscription: z.string(), expand })
const Phase = z.strictObject({
  items: z.array(z.strictObject({ price: z.string(), quantity: z.optional(z.literal('1')) })).check(z.length(1)),
  start_date: z.optional(whole),
  end_date: z.optional(whole),
  duration: z.optional(z.strictObject({ interval, interval_count: z.literal('1') })),
  proration_behavior: z.optional(z.literal('none')),
})
export const ChangedSchedule = z.strictObject({
  phases: z.array(Phase).check(z.minLength(1)),
  end_behavior: z.optional(z.literal('release')),
  proration_behavior: z.optional(z.literal('none')),
  expand,
})

export const ListInvoices = z.strictObject({
  customer: z.optional(z.string()),
  subscription: z.optional(z.string()),
  status: z.optional(z.enum(['open', 'paid', 'void', 'uncollectible'])),
  ...page,
})
export const PreviewedInvoice = z.strictObject({
  customer: z.optional(z.string()),
  subscription: z.string(),
  subscription_details: z.strictObject({
    items: z.array(z.strictObject({ id: z.string(), price: z.string() })).check(z.length(1)),
    proration_behavior: z.literal('always_invoice'),
  }),
  expand,
})

export const ListCharges = z.strictObject({
  customer: z.optional(z.string()),
  payment_intent: z.optional(z.string()),
  ...page,
})
export const ListDisputes = z.strictObject({
  charge: z.optional(z.string()),
  payment_intent: z.optional(z.string()),
  ...page,
})
export const NewRefund = z.strictObject({
  payment_intent: z.string(),
  amount: z.optional(whole),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata,
  expand,
})
const feature = z.optional(z.strictObject({ enabled: flag }))
export const NewPortalConfiguration = z.strictObject({
  features: z.strictObject({ payment_method_update: feature, invoice_history: feature }),
  metadata,
  expand,
})
export const ListPortalConfigurations = z.strictObject({ active: z.optional(flag), ...page })
export const NewPortal = z.strictObject({
  customer: z.string(),
  configuration: z.optional(z.string()),
  return_url: z.string(),
  expand,
})
