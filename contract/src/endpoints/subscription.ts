import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { BillingInterval } from '../plan.ts'
import { SubscriptionDetails } from '../subscription.ts'

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

export const startCheckout = {
  method: 'POST',
  path: '/subscription/checkout',
  access: 'recently-proven',
  scope: 'people',
  spends: 'checkout',
  summary: 'Begin to buy a plan: answers the page of the payment service',
  body: z.strictObject({ plan: z.string().check(z.minLength(1), z.maxLength(40)), interval: BillingInterval }),
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
  summary: 'The page of the payment service for plan, card and invoices',
  data: Redirect,
} as const satisfies Endpoint

/** Fails with the code `plan_change_refused` while a payment is open, or the subscription is set to end or to change. */
export const changeBillingInterval = {
  method: 'PUT',
  path: '/subscription/billing-interval',
  access: 'recently-proven',
  scope: 'people',
  spends: 'payments',
  summary: 'Pay by the year from now on, or by the month from the next period on',
  body: z.strictObject({ new_interval: BillingInterval }),
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
