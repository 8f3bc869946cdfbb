import type { BillingInterval, Plan, SubscriptionDetails } from '@bidwell/contract'
import { day } from '../../time/day.ts'
import { isPaymentOpen } from '../subscription/standing.ts'

/** What the button below a plan does. */
export type PlanAction =
  | { kind: 'sign-up'; label: string }
  | { kind: 'buy'; label: string }
  /** On the page of the payment service, which says what it costs. */
  | { kind: 'change'; label: string }
  | { kind: 'manage'; label: string }
  | { kind: 'none' }

type Subscription = Pick<
  SubscriptionDetails,
  'plan' | 'status' | 'interval' | 'cancel_at_period_end' | 'scheduled_change'
>

/**
 * What can be done about a plan. `subscription` is null for somebody who is not signed in. The details of a subscription,
 * and paying what is open, are in the settings.
 */
export function planAction(plan: Plan, interval: BillingInterval, subscription: Subscription | null): PlanAction {
  if (subscription === null) {
    return plan.kind === 'paid'
      ? { kind: 'buy', label: `Choose ${plan.name}` }
      : { kind: 'sign-up', label: 'Create an account' }
  }
  if (subscription.interval === null) {
    return plan.kind === 'paid' ? { kind: 'buy', label: `Choose ${plan.name}` } : { kind: 'none' }
  }
  if (plan.kind !== 'paid') return { kind: 'none' }
  if (isPaymentOpen(subscription)) return { kind: 'manage', label: 'Settle the open payment' }
  if (subscription.cancel_at_period_end) {
    return { kind: 'manage', label: plan.id === subscription.plan ? 'Manage' : 'Keep your plan first' }
  }
  const { scheduled_change: set } = subscription
  if (set !== null) {
    if (plan.id === set.plan && interval === set.interval)
      return { kind: 'manage', label: `Begins ${day(set.starts_at)}` }
    return { kind: 'manage', label: plan.id === subscription.plan ? 'Manage' : 'Undo your change first' }
  }
  if (plan.id !== subscription.plan) return { kind: 'change', label: `Change to ${plan.name}` }
  if (interval !== subscription.interval) return { kind: 'change', label: `Pay by the ${interval}` }
  return { kind: 'manage', label: 'Manage' }
}
