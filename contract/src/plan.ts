import * as z from 'zod/mini'
import type { BidOutcome } from './bids/bid.ts'

/** In place of a limit: there is none. */
export const UNLIMITED = -1

/** What a plan allows. -1 stands for no limit. Auctions are those tracked and open, snipes those of a month. */
const PlanLimits = { auction_limit: z.int(), snipe_limit: z.int() }

/**
 * How an account stands with its plan. `past_due`: a payment failed, and the plan holds for seven more days. `unlimited`:
 * this installation has no plans.
 */
export const PlanStatus = z.enum(['unlimited', 'free', 'trialing', 'active', 'past_due'])
export type PlanStatus = z.infer<typeof PlanStatus>

export const TrialStatus = z.object({
  is_active: z.boolean(),
  /** The trial is over. With `trial_expires` null, the same person has used it with another account. */
  is_expired: z.boolean(),
  /** Days begun until the end, 0 once it has passed. */
  days_remaining: z.int(),
  /** Null for an account that has had no trial of its own. */
  trial_expires: z.nullable(z.iso.datetime()),
  user_id: z.int(),
  auctions_used: z.int(),
  snipes_used: z.int(),
  ...PlanLimits,
})
export type TrialStatus = z.infer<typeof TrialStatus>

export const FeatureLimits = z.object({
  /** The id of the plan in the plans file, or `self-hosted`. */
  subscription_tier: z.string(),
  subscription_status: PlanStatus,
  ...PlanLimits,
  auction_current: z.int(),
  snipe_current: z.int(),
  /** -1 where there is no limit. */
  auction_remaining: z.int(),
  snipe_remaining: z.int(),
  has_active_subscription: z.boolean(),
  is_trialing: z.boolean(),
  can_add_auctions: z.boolean(),
  can_create_snipes: z.boolean(),
  user_id: z.int(),
})
export type FeatureLimits = z.infer<typeof FeatureLimits>

/** Whether one more would be accepted now. `message` is the sentence of the refusal. */
export const FeatureAccess = z.object({
  allowed: z.boolean(),
  limit: z.int(),
  current: z.int(),
  message: z.nullable(z.string()),
})
export type FeatureAccess = z.infer<typeof FeatureAccess>

/** How bids end that are not sent for a reason that is not their owner's: these do not count. */
export const RETURNED_OUTCOMES = [
  'vault_locked',
  'database_down',
  'not_running',
  'too_late',
  'rate_limited',
  'site_down',
  'ended_early',
  'withdrawn',
  'not_confirmed',
  'group_won',
  'group_unknown',
  'group_budget',
] as const satisfies BidOutcome[]

export type ReturnedOutcome = (typeof RETURNED_OUTCOMES)[number] | 'cancelled' | 'paused'

/** A bid of the present month, and whether it counts. `returned_because` says why it does not. */
const SnipeUse = z.object({
  bid_id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  scheduled_at: z.iso.datetime(),
  counts: z.boolean(),
  returned_because: z.nullable(z.string()),
})
export type SnipeUse = z.infer<typeof SnipeUse>

export const SnipeUsage = z.object({
  /** The month that counts. It ends at `period_end`, when the count starts again; null where it never does. */
  period_start: z.iso.datetime(),
  period_end: z.nullable(z.iso.datetime()),
  limit: z.int(),
  used: z.int(),
  /** -1 where there is no limit. */
  remaining: z.int(),
  /** The newest hundred, newest first. */
  snipes: z.array(SnipeUse),
})
export type SnipeUsage = z.infer<typeof SnipeUsage>

export const BillingInterval = z.enum(['month', 'year'])
export type BillingInterval = z.infer<typeof BillingInterval>

/** A plan of the operator's plans file. Prices are dollars; null for the plans that cannot be bought. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['trial', 'free', 'paid']),
  monthly_price: z.nullable(z.number()),
  yearly_price: z.nullable(z.number()),
  ...PlanLimits,
  sms: z.boolean(),
  priority_support: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const Pricing = z.object({
  currency: z.literal('usd'),
  trial_days: z.int(),
  /** As in the plans file: the trial first, then Free, then the paid plans from the cheapest. */
  plans: z.array(Plan),
  /** Payments are only practised: no money moves. */
  test_checkout: z.boolean(),
  /** The trial begins, and a plan is bought, only once the address of the account is verified. */
  needs_verified_email: z.boolean(),
})
export type Pricing = z.infer<typeof Pricing>
