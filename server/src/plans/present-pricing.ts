import { dollarsFromCents, type Plan, type Pricing } from '@bidwell/contract'
import type { Limits, Plans } from './load-plans.ts'

type Installation = {
  /** Payments are only practised. */
  isTest: boolean
  /** Without a way to send them, no plan has text messages. */
  sendsSms: boolean
  requiresVerifiedEmail: boolean
}

/** The plans as the pricing page shows them. */
export function presentPricing(
  { trial, free, paid }: Plans,
  { isTest, sendsSms, requiresVerifiedEmail }: Installation,
): Pricing {
  const unsold = { monthly_price: null, yearly_price: null, sms: false, priority_support: false }
  return {
    currency: 'usd',
    trial_days: trial.days,
    plans: [
      { id: 'trial', name: trial.name, kind: 'trial', ...unsold, ...limitsOf(trial) },
      { id: 'free', name: free.name, kind: 'free', ...unsold, ...limitsOf(free) },
      ...paid.map((plan): Plan => ({
        id: plan.id,
        name: plan.name,
        kind: 'paid',
        monthly_price: dollarsFromCents(plan.monthlyCents),
        yearly_price: dollarsFromCents(plan.yearlyCents),
        ...limitsOf(plan),
        sms: plan.sms && sendsSms,
        priority_support: plan.prioritySupport,
      })),
    ],
    test_checkout: isTest,
    needs_verified_email: requiresVerifiedEmail,
  }
}

const limitsOf = ({ auctions, snipes }: Limits) => ({ auction_limit: auctions, snipe_limit: snipes })
