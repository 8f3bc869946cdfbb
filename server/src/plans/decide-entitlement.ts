import { type PlanStatus, UNLIMITED } from '@bidwell/contract'
import type { Limits, PaidPlan, Plans } from './load-plans.ts'
import { type CountWindow, monthWindow } from './month-window.ts'

/** What an account has: all instants are epoch ms. */
export type Standing = {
  openedAt: number
  trial: { startedAt: number; endsAt: number } | null
  /** The subscription that has not ended. `pastDueSince` is when the payment that is still open was due. */
  subscription: { plan: string; startedAt: number; pastDueSince: number | null } | null
}

export type Entitlement = {
  /** The id of the plan in the plans file, `trial`, `free`, or `self-hosted`. */
  tier: string
  name: string
  status: PlanStatus
  limits: Limits
  /** Alerts may go out as text messages. */
  sms: boolean
  /** The window whose snipes count. */
  window: CountWindow
}

/** How long a paid plan holds after a payment has failed. */
export const PAST_DUE_GRACE_MS = 7 * 86_400_000

const NO_LIMITS: Limits = { auctions: UNLIMITED, snipes: UNLIMITED }

/**
 * What an account may do at an instant: its paid plan, or else its trial, or else Free. Without plans, everything is
 * unlimited. A subscription to a plan that is not in the plans file gives nothing.
 */
export function decideEntitlement(plans: Plans | null, standing: Standing, now: number): Entitlement {
  const { openedAt, trial, subscription } = standing
  if (!plans) {
    const window = { start: openedAt, end: null }
    return { tier: 'self-hosted', name: 'Unlimited', status: 'unlimited', limits: NO_LIMITS, sms: true, window }
  }
  const plan = subscription && paidPlanOf(plans, subscription, now)
  if (plan) {
    const status = subscription.pastDueSince === null ? 'active' : 'past_due'
    const window = monthWindow(subscription.startedAt, now)
    return { tier: plan.id, name: plan.name, status, limits: limitsOf(plan), sms: plan.sms, window }
  }
  if (trial && now >= trial.startedAt && now < trial.endsAt) {
    const window = { start: trial.startedAt, end: trial.endsAt }
    return {
      tier: 'trial',
      name: plans.trial.name,
      status: 'trialing',
      limits: limitsOf(plans.trial),
      sms: false,
      window,
    }
  }
  const { free } = plans
  const window = monthWindow(openedAt, now)
  return { tier: 'free', name: free.name, status: 'free', limits: limitsOf(free), sms: false, window }
}

function paidPlanOf(plans: Plans, { plan, pastDueSince }: NonNullable<Standing['subscription']>, now: number) {
  if (pastDueSince !== null && now >= pastDueSince + PAST_DUE_GRACE_MS) return null
  return plans.paid.find(({ id }: PaidPlan) => id === plan) ?? null
}

const limitsOf = ({ auctions, snipes }: Limits): Limits => ({ auctions, snipes })

/** How many more are allowed; -1 where there is no limit. */
export const remaining = (limit: number, used: number): number =>
  limit === UNLIMITED ? UNLIMITED : Math.max(0, limit - used)

export const isReached = (limit: number, used: number): boolean => limit !== UNLIMITED && used >= limit
