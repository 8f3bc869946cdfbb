import type { Stripe } from 'stripe'
import { isRefused } from './call-stripe.ts'
import type { StripeSubscription } from './stripe-objects.ts'

/**
 * Takes a subscription out of its schedule, so that it goes on as it is: Stripe refuses to end or change a subscription
 * directly while it has one. A schedule that has been released meanwhile is no failure.
 */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: Pick<StripeSubscription, 'schedule'>,
  options: Stripe.RequestOptions = {},
): Promise<void> {
  if (!schedule) return
  await stripe.subscriptionSchedules.release(schedule, {}, options).catch((error: unknown) => {
    if (!isRefused(error)) throw error
  })
}
