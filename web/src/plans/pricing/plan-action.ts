import type { BillingInterval, Plan, SubscriptionDetails } from '@bidwell/contract'
import { isPaymentOpen } from '../subscription/standing.ts'

/** What the button below a plan does for this visitor. */
export type PlanAction =
  | { kind: 'sign-up'; label: string }
  | { kind: 'buy'; label: string }
  /** Both ask first, in a dialog that says what it costs. */
  | { kind: 'change-plan'; label: string }
  | { kind: 'change-interval'; label: string }
  | { kind: 'manage'; label: string }
  | { kind: 'none' }

type Standing = Pick<SubscriptionDetails, 'plan' | 'status' | 'interval' | 'cancel_at_period_end'>

/**
 * What a visitor can do about a plan. `standing` is null for somebody who is not signed in. The details of the
 * subscription, and paying what is open, are in the settings.
 */
export function planAction(plan: Plan, interval: BillingInterval, standing: Standing | null): PlanAction {
  if (standing === null) {
    return plan.kind === 'paid'
      ? { kind: 'buy', label: `Choose ${plan.name}` }
      : { kind: 'sign-up', label: 'Create an account' }
  }
  if (standing.interval === null) {
    return plan.kind === 'paid' ? { kind: 'buy', label: `Choose ${plan.name}` } : { kind: 'none' }
  }
  if (plan.kind !== 'paid') return { kind: 'none' }
  if (isPaymentOpen(standing)) return { kind: 'manage', label: 'Settle the open payment' }
  if (standing.cancel_at_period_end) return { kind: 'manage', label: 'Manage' }
  if (plan.id !== standing.plan) return { kind: 'change-plan', label: `Change to ${plan.name}` }
  if (interval !== standing.interval) return { kind: 'change-interval', label: `Pay by the ${interval}` }
  return { kind: 'manage', label: 'Manage' }
}
