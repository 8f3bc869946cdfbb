import { api, messages } from '@bidwell/contract'
import { route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { presentPricing } from './present-pricing.ts'
import { auctionAccess, type LimitParts, readFeatureLimits, snipeAccess } from './read-feature-limits.ts'
import { readSnipeUsage } from './read-snipe-usage.ts'

type Parts = LimitParts & { requiresVerifiedEmail: boolean; sendsSms: boolean }

/** `isTest`: payments are only practised. */
export function planRoutes(ctx: Parts, isTest: boolean): Route[] {
  return [
    route(api.readPricing, async () => {
      if (!ctx.plans) throw new AppError('not_found', messages.plan.noPlans)
      return { data: presentPricing(ctx.plans, { ...ctx, isTest }) }
    }),
    route(api.readFeatureLimits, async ({ caller }) => ({
      data: await readFeatureLimits(ctx, caller.accountId),
    })),
    route(api.readAuctionAccess, async ({ caller }) => ({
      data: auctionAccess(await readFeatureLimits(ctx, caller.accountId)),
    })),
    route(api.readSnipeAccess, async ({ caller }) => ({
      data: snipeAccess(await readFeatureLimits(ctx, caller.accountId)),
    })),
    route(api.readSnipeUsage, async ({ caller }) => ({ data: await readSnipeUsage(ctx, caller.accountId) })),
    // Scheduling a bid counts it. The call is one of the description's, and answers the figures.
    route(api.incrementSnipes, async ({ caller }) => {
      const { snipe_current, snipe_limit, snipe_remaining } = await readFeatureLimits(ctx, caller.accountId)
      return { data: { snipe_current, snipe_limit, snipe_remaining } }
    }),
  ]
}
