import { api, messages } from '@bidwell/contract'
import { route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { presentPricing } from './present-pricing.ts'
import { auctionAccess, type LimitDeps, readFeatureLimits, snipeAccess } from './read-feature-limits.ts'
import { readSnipeUsage } from './read-snipe-usage.ts'

export type PlanRouteDeps = LimitDeps & {
  /** Whether a trial starts only once the account's address is verified. */
  requiresVerifiedEmail: boolean
  /** Payments are only practised. */
  isTestCheckout: boolean
  /** Whether this installation sends text messages. */
  sendsSms: boolean
}

export function planRoutes(deps: PlanRouteDeps): Route[] {
  return [
    route(api.readPricing, async () => {
      if (!deps.plans) throw new AppError('not_found', messages.plan.noPlans)
      return { data: presentPricing(deps.plans, { ...deps, isTest: deps.isTestCheckout }) }
    }),
    route(api.readFeatureLimits, async ({ caller }) => ({
      data: await readFeatureLimits(deps, caller.accountId),
    })),
    route(api.readAuctionAccess, async ({ caller }) => ({
      data: auctionAccess(await readFeatureLimits(deps, caller.accountId)),
    })),
    route(api.readSnipeAccess, async ({ caller }) => ({
      data: snipeAccess(await readFeatureLimits(deps, caller.accountId)),
    })),
    route(api.readSnipeUsage, async ({ caller }) => ({ data: await readSnipeUsage(deps, caller.accountId) })),
    route(api.incrementSnipes, async ({ caller }) => {
      const { snipe_current, snipe_limit, snipe_remaining } = await readFeatureLimits(deps, caller.accountId)
      return { data: { snipe_current, snipe_limit, snipe_remaining } }
    }),
  ]
}
