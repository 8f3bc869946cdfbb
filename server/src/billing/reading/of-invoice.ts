import type { StripeInvoice } from '../stripe-objects.ts'

export const subscriptionOf = ({ parent }: StripeInvoice) => parent?.subscription_details?.subscription ?? null

/** Whether an invoice charges for time after an instant, in seconds. */
export const isForLaterThan = ({ lines }: StripeInvoice, instant: number) =>
  lines.data.some(({ amount, period }) => amount > 0 && period.end > instant)
