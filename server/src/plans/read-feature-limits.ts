import { type FeatureAccess, type FeatureLimits, messages } from '@bidwell/contract'
import { siteNow } from '../marketplace/site-time.ts'
import { isReached, remaining } from './decide-entitlement.ts'
import { countOpenAuctions, countSnipes } from './plan-queries.ts'
import { type PlanParts, readEntitlement } from './read-entitlement.ts'

export type LimitParts = PlanParts & { marketplace: { readonly id: string } }

/** The limits of the account's plan, and what is used of them now. */
export async function readFeatureLimits(ctx: LimitParts, accountId: number): Promise<FeatureLimits> {
  const { db, clock, marketplace } = ctx
  const { tier, status, limits, window } = await readEntitlement(ctx, accountId)
  const auctions = await countOpenAuctions(db, accountId, await siteNow(db, marketplace.id, clock))
  const snipes = await countSnipes(db, accountId, window)
  return {
    subscription_tier: tier,
    subscription_status: status,
    auction_limit: limits.auctions,
    snipe_limit: limits.snipes,
    auction_current: auctions,
    snipe_current: snipes,
    auction_remaining: remaining(limits.auctions, auctions),
    snipe_remaining: remaining(limits.snipes, snipes),
    has_active_subscription: status === 'active' || status === 'past_due',
    is_trialing: status === 'trialing',
    can_add_auctions: !isReached(limits.auctions, auctions),
    can_create_snipes: !isReached(limits.snipes, snipes),
    user_id: accountId,
  }
}

export const auctionAccess = (limits: FeatureLimits): FeatureAccess => ({
  allowed: limits.can_add_auctions,
  limit: limits.auction_limit,
  current: limits.auction_current,
  message: limits.can_add_auctions ? null : messages.plan.auctionLimitReached(limits.auction_limit),
})

export const snipeAccess = (limits: FeatureLimits): FeatureAccess => ({
  allowed: limits.can_create_snipes,
  limit: limits.snipe_limit,
  current: limits.snipe_current,
  message: limits.can_create_snipes ? null : messages.plan.snipeLimitReached(limits.snipe_limit),
})
