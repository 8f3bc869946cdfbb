import * as z from 'zod/mini'
import { BillingInterval, PlanStatus } from './plan.ts'

/** An invoice of the payment service. `amount` is dollars; below zero, it was credited. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  amount: z.number(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  created_at: z.iso.datetime(),
  /** The payment service's page with the invoice. */
  url: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

export const SubscriptionDetails = z.object({
  /** The id and name of the plan that holds now. */
  plan: z.string(),
  plan_name: z.string(),
  status: PlanStatus,
  /** Null without a subscription, as are the other fields about it. */
  interval: z.nullable(BillingInterval),
  /** Dollars per interval. */
  amount: z.nullable(z.number()),
  /** The end of what has been paid: renewed then, or ended if `cancel_at_period_end`. */
  current_period_end: z.nullable(z.iso.datetime()),
  cancel_at_period_end: z.boolean(),
  /** The plan and interval that begin later; until then the present ones hold. */
  scheduled_change: z.nullable(
    z.object({
      plan: z.string(),
      plan_name: z.string(),
      interval: BillingInterval,
      amount: z.number(),
      starts_at: z.iso.datetime(),
    }),
  ),
  /** Until when the plan holds although a payment failed; null unless `status` is `past_due`. */
  past_due_until: z.nullable(z.iso.datetime()),
  /** Payments are only practised: no money moves. */
  test_checkout: z.boolean(),
  /** The newest twelve, newest first. */
  invoices: z.array(Invoice),
})
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>
