import { api, messages } from '@bidwell/contract'
import { route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { presentPricing } from './present-pricing.ts'
import { auctionAccess, readFeatureLimits, snipeAccess } from './read-feature-limits.ts'
import { readSnipeUsage } from './read-snipe-usage.ts'
import { readTrialStatus, type TrialStatusDeps } from './read-trial-status.ts'
import { startTrial, type TrialDeps } from './start-trial.ts'

export type PlanRouteDeps = TrialStatusDeps &
  TrialDeps & {
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
    route(api.readTrialStatus, async ({ caller }) => ({ data: await readTrialStatus(deps, caller.accountId) })),
    route(api.startTrial, async ({ caller }) => {
      await startTrial(deps, caller.accountId)
      return { data: await readTrialStatus(deps, caller.accountId) }
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
