import type { StripeInvoice } from '../stripe-objects.ts'

export const subscriptionOf = ({ parent }: StripeInvoice) => parent?.subscription_details?.subscription ?? null
