import type { BillingInterval } from '@bidwell/contract'
import * as z from 'zod/mini'

/*
 * What is read of Stripe's objects (API version 2026-10-28.endive). Instants are whole seconds of Unix time, amounts cents.
 * The statuses are plain texts: Stripe adds new ones.
 */

const instant = z.int()
/** An object that Stripe names by its id, or includes whole. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((object) => (typeof object === 'string' ? object : object.id)),
)

const Price = z.object({
  id: z.string(),
  unit_amount: z.nullable(z.int()),
  currency: z.string(),
  lookup_key: z.nullish(z.string()),
  metadata: z.record(z.string(), z.string()),
  recurring: z.nullable(z.object({ interval: z.string(), interval_count: z.int() })),
})

type Price = z.infer<typeof Price>

/** The lookup key moves to a new price when a plan's price changes, so the plan is also in the price's own record. */
export const planOf = ({ metadata }: Price): string | null => metadata['plan'] ?? null

export const intervalOf = ({ recurring }: Price): BillingInterval => (recurring?.interval === 'year' ? 'year' : 'month')

export const StripeSubscription = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  start_date: instant,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullish(instant),
  canceled_at: z.nullish(instant),
  ended_at: z.nullish(instant),
  schedule: z.nullish(reference),
  items: z.object({
    data: z.tuple(
      [z.object({ id: z.string(), price: Price, current_period_start: instant, current_period_end: instant })],
      z.unknown(),
    ),
  }),
})
export type StripeSubscription = z.infer<typeof StripeSubscription>

/** What Stripe changes of a subscription later, phase by phase. */
export const StripeSchedule = z.object({
  id: z.string(),
  subscription: z.nullish(reference),
  current_phase: z.nullish(z.object({ end_date: instant })),
  phases: z.array(
    z.object({
      start_date: instant,
      end_date: instant,
      items: z.array(z.object({ price: z.union([Price, reference]) })),
    }),
  ),
})
export type StripeSchedule = z.infer<typeof StripeSchedule>

export const StripeInvoice = z.object({
  id: z.string(),
  status: z.nullable(z.string()),
  number: z.nullish(z.string()),
  total: z.int(),
  amount_paid: z.int(),
  created: instant,
  hosted_invoice_url: z.nullish(z.string()),
  status_transitions: z.object({ finalized_at: z.nullish(instant) }),
  parent: z.nullish(z.object({ subscription_details: z.nullish(z.object({ subscription: reference })) })),
  /** Only where it is asked for. */
  payments: z.optional(
    z.object({
      data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: z.nullish(reference) }) })),
    }),
  ),
})
export type StripeInvoice = z.infer<typeof StripeInvoice>

export const StripeCharge = z.object({
  id: z.string(),
  customer: z.nullish(reference),
  payment_intent: z.nullish(reference),
  amount_refunded: z.int(),
})

export const StripeDispute = z.object({
  id: z.string(),
  charge: reference,
  status: z.string(),
  created: instant,
})

/** What Stripe shows of one customer. */
export type BillingObjects = {
  subscriptions: StripeSubscription[]
  schedules: StripeSchedule[]
  invoices: StripeInvoice[]
  charges: z.infer<typeof StripeCharge>[]
  disputes: z.infer<typeof StripeDispute>[]
}

export const StripePreview = z.object({
  amount_due: z.int(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: instant }) })).check(z.minLength(1)) }),
})

/** An event, of which only its name and whom it is about are used: what it says is read again at Stripe. */
export const StripeEvent = z.object({
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.nullish(z.string()),
      customer: z.nullish(reference),
      /** A dispute names the charge alone. */
      charge: z.nullish(reference),
    }),
  }),
})
export type StripeEvent = z.infer<typeof StripeEvent>

export const subscriptionOf = ({ parent }: StripeInvoice) => parent?.subscription_details?.subscription ?? null
