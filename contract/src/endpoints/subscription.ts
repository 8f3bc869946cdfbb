import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { BillingInterval } from '../plan.ts'
import { ChangePreview, SubscriptionDetails } from '../subscription.ts'

export const readSubscription = {
  method: 'GET',
  path: '/subscription/details',
  access: 'signed-in',
  scope: 'people',
  summary: 'The plan of the account, its renewal and its invoices',
  data: SubscriptionDetails,
} as const satisfies Endpoint

/** A page of the payment service, to which the browser goes next. */
const Redirect = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) })

const PlanChoice = { plan: z.string().check(z.minLength(1), z.maxLength(40)), interval: BillingInterval }

export const startCheckout = {
  method: 'POST',
  path: '/subscription/checkout',
  access: 'recently-proven',
  scope: 'people',
  spends: 'checkout',
  summary: 'Begin to buy a plan: answers the page of the payment service',
  body: z.strictObject(PlanChoice),
  data: Redirect,
} as const satisfies Endpoint

/** Reads the subscription at the payment service again: after returning from it, before its message has arrived. */
export const syncSubscription = {
  method: 'POST',
  path: '/subscription/sync',
  access: 'signed-in',
  scope: 'people',
  spends: 'payments',
  summary: 'Read the subscription at the payment service again',
  data: SubscriptionDetails,
} as const satisfies Endpoint

export const openBillingPortal = {
  method: 'POST',
  path: '/subscription/portal',
  access: 'recently-proven',
  scope: 'people',
  spends: 'payments',
  summary: 'The page of the payment service for cards and invoices',
  data: Redirect,
} as const satisfies Endpoint

/**
 * Fails with the code `plan_change_refused` and the sentence to show where the change itself would be refused: a payment
 * is open, or the subscription is set to end or to change. The changes fail alike.
 */
export const previewChange = {
  method: 'GET',
  path: '/subscription/change-preview',
  access: 'signed-in',
  scope: 'people',
  spends: 'payments',
  summary: 'What another plan or interval would cost from now on',
  query: z.strictObject(PlanChoice),
  data: ChangePreview,
} as const satisfies Endpoint

/**
 * The plan and interval that the user was shown when choosing another. The change is refused if they hold no longer: its
 * cost was worked out for them, and another window may just have made the same change.
 */
const ChangedFrom = z.optional(z.strictObject(PlanChoice))

export const changePlan = {
  method: 'PUT',
  path: '/subscription/plan',
  access: 'recently-proven',
  scope: 'people',
  spends: 'payments',
  summary: 'Change to a dearer plan at once, or to a cheaper one with the next period',
  body: z.strictObject({ new_plan: PlanChoice.plan, from: ChangedFrom }),
  data: SubscriptionDetails,
} as const satisfies Endpoint

export const changeBillingInterval = {
  method: 'PUT',
  path: '/subscription/billing-interval',
  access: 'recently-proven',
  scope: 'people',
  spends: 'payments',
  summary: 'Pay by the year from now on, or by the month from the next period on',
  body: z.strictObject({ new_interval: BillingInterval, from: ChangedFrom }),
  data: SubscriptionDetails,
} as const satisfies Endpoint

export const cancelSubscription = {
  method: 'POST',
  path: '/subscription/cancel',
  access: 'signed-in',
  scope: 'people',
  spends: 'payments',
  summary: 'End the subscription when its paid time is over, or at once',
  /** Without `immediately`: when its paid time is over. */
  body: z.strictObject({ immediately: z.optional(z.boolean()) }),
  data: SubscriptionDetails,
} as const satisfies Endpoint

export const resumeSubscription = {
  method: 'POST',
  path: '/subscription/resume',
  access: 'signed-in',
  scope: 'people',
  spends: 'payments',
  summary: 'Keep the present plan, which was to end or to change with its paid time',
  data: SubscriptionDetails,
} as const satisfies Endpoint
