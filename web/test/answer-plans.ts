import {
  api,
  type BillingInterval,
  type FeatureLimits,
  type Pricing,
  type SnipeUsage,
  type SubscriptionDetails,
  type TrialStatus,
} from '@bidwell/contract'
import { SITE } from './answer-installation.ts'
import type { Answers } from './answers.ts'

const DAY_MS = 86_400_000
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

const LIMITS = { auction_limit: 1, snipe_limit: 0, sms: false, priority_support: false }
const paid = (id: string, name: string, monthly_price: number, limit: number) => ({
  ...LIMITS,
  id,
  name,
  kind: 'paid' as const,
  monthly_price,
  yearly_price: monthly_price * 10,
  auction_limit: limit,
  snipe_limit: limit,
})

export const PRICING: Pricing = {
  currency: 'usd',
  trial_days: 5,
  plans: [
    { ...LIMITS, id: 'trial', name: 'Trial', kind: 'trial', monthly_price: null, yearly_price: null, snipe_limit: 2 },
    { ...LIMITS, id: 'free', name: 'Free', kind: 'free', monthly_price: null, yearly_price: null },
    paid('basic', 'Basic', 4.99, 15),
    paid('pro', 'Pro', 9.99, 75),
    paid('elite', 'Elite', 19.99, -1),
  ],
  test_checkout: true,
  needs_verified_email: false,
}

export const FREE: SubscriptionDetails = {
  plan: 'free',
  plan_name: 'Free',
  status: 'free',
  interval: null,
  amount: null,
  current_period_end: null,
  cancel_at_period_end: false,
  scheduled_change: null,
  past_due_until: null,
  test_checkout: true,
  invoices: [],
}

/** A subscriber of Pro, by the month. */
export const subscriber = (changes: Partial<SubscriptionDetails> = {}): SubscriptionDetails => ({
  ...FREE,
  plan: 'pro',
  plan_name: 'Pro',
  status: 'active',
  interval: 'month',
  amount: 9.99,
  current_period_end: inDays(20),
  ...changes,
})

export const NO_TRIAL: TrialStatus = {
  is_active: false,
  is_expired: false,
  days_remaining: 0,
  trial_expires: null,
  user_id: 1,
  auctions_used: 0,
  snipes_used: 0,
  auction_limit: 1,
  snipe_limit: 0,
}

/** An account whose plan allows no auction and no bid more. */
export const FULL: FeatureLimits = {
  subscription_tier: 'trial',
  subscription_status: 'trialing',
  auction_limit: 3,
  snipe_limit: 2,
  auction_current: 3,
  snipe_current: 2,
  auction_remaining: 0,
  snipe_remaining: 0,
  has_active_subscription: false,
  is_trialing: true,
  can_add_auctions: false,
  can_create_snipes: false,
  user_id: 1,
}

const NOTHING_USED = {
  auction_current: 0,
  snipe_current: 0,
  auction_remaining: 3,
  snipe_remaining: 2,
  can_add_auctions: true,
  can_create_snipes: true,
}

const PAYMENT_PAGE = 'http://localhost:3000/portal'

/** An installation that sells plans, and how the user stands there. */
class PlanAnswers {
  details: SubscriptionDetails
  trial: TrialStatus = NO_TRIAL
  limits: FeatureLimits = { ...FULL, ...NOTHING_USED }
  usage: SnipeUsage = { period_start: inDays(-11), period_end: inDays(20), limit: 2, used: 0, remaining: 2, snipes: [] }

  constructor(answers: Answers, details: SubscriptionDetails) {
    this.details = details
    answers
      .to(api.readSite, () => ({ data: { ...SITE, shows_plans: true } }))
      .to(api.readPricing, () => ({ data: PRICING }))
      .to(api.readTrialStatus, () => ({ data: this.trial }))
      .to(api.readSubscription, () => ({ data: this.details }))
      .to(api.readFeatureLimits, () => ({ data: this.limits }))
      .to(api.readSnipeUsage, () => ({ data: this.usage }))
      .to(api.changeBillingInterval, ({ body: { new_interval: interval } }) =>
        this.set({ interval, amount: priceOf(this.details.plan, interval) }),
      )
      .to(api.openBillingPortal, () => ({ data: { url: PAYMENT_PAGE } }))
      .to(api.cancelSubscription, ({ body }) => this.set(body.immediately ? FREE : { cancel_at_period_end: true }))
  }

  set(changes: Partial<SubscriptionDetails>): { data: SubscriptionDetails } {
    this.details = { ...this.details, ...changes }
    return { data: this.details }
  }
}

export type { PlanAnswers }

/** Answers as an installation that sells plans. */
export const answerPlans = (answers: Answers, details: SubscriptionDetails = FREE): PlanAnswers =>
  new PlanAnswers(answers, details)

const priceOf = (id: string, interval: BillingInterval): number => {
  const plan = PRICING.plans.find((each) => each.id === id)
  return (interval === 'month' ? plan?.monthly_price : plan?.yearly_price) ?? 0
}
