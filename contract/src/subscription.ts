import * as z from 'zod/mini'

export const TrialStatus = z.object({
  is_active: z.boolean(),
  is_expired: z.boolean(),
  days_remaining: z.int(),
  trial_expires: z.nullable(z.iso.datetime()),
  user_id: z.int(),
  auctions_used: z.int(),
  snipes_used: z.int(),
  auction_limit: z.int(),
  snipe_limit: z.int(),
})
export type TrialStatus = z.infer<typeof TrialStatus>

/** What the plan allows. A limit of -1 is none. */
export const FeatureLimits = z.object({
  subscription_tier: z.string(),
  subscription_status: z.string(),
  auction_limit: z.int(),
  snipe_limit: z.int(),
  auction_current: z.int(),
  snipe_current: z.int(),
  auction_remaining: z.int(),
  snipe_remaining: z.int(),
  has_active_subscription: z.boolean(),
  is_trialing: z.boolean(),
  can_add_auctions: z.boolean(),
  can_create_snipes: z.boolean(),
  user_id: z.int(),
})
export type FeatureLimits = z.infer<typeof FeatureLimits>
