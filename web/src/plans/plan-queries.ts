import { api, CLIENT_CACHE, messages } from '@bidwell/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { requestAuthCheck } from '../api/session-events.ts'
import { KEYS } from '../cache/query-keys.ts'

/** The first part of the key of every query that depends on the user's plan. */
export const PLAN_KEY = 'plan'

/** The first parts of the keys of what counts the user's auctions and snipes. */
const USED_KEY = KEYS.planUse

const { pricingNotRead, trialNotRead, detailsNotRead } = messages.plan

/** The plans and prices of this installation. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }) => (await withReason(call(api.readPricing, { signal }), pricingNotRead)).data,
  staleTime: CLIENT_CACHE.userTtlMs,
})

export const trialQuery = queryOptions({
  queryKey: [PLAN_KEY, 'trial'],
  queryFn: async ({ signal }) => (await withReason(call(api.readTrialStatus, { signal }), trialNotRead)).data,
})

/** The plan that holds now, its renewal and its invoices. */
export const subscriptionQuery = queryOptions({
  queryKey: [PLAN_KEY, 'subscription'],
  queryFn: async ({ signal }) => (await withReason(call(api.readSubscription, { signal }), detailsNotRead)).data,
})

/** The bids that count against the month, one by one. */
export const snipeUsageQuery = queryOptions({
  queryKey: [...USED_KEY, 'snipes'],
  queryFn: async ({ signal }) =>
    (await withReason(call(api.readSnipeUsage, { signal }), messages.plan.limitsNotRead)).data,
})

/** Reads again all that depends on the user's plan. */
export function refreshPlan(client: QueryClient) {
  void client.invalidateQueries({ queryKey: [PLAN_KEY] })
  // The profile is read again too: it has the tier.
  requestAuthCheck()
}

/** The plan's limits and what is used of them. Read again whenever a bid or the list of auctions changes. */
export const limitsQuery = queryOptions({
  queryKey: [...USED_KEY, 'limits'],
  queryFn: async ({ signal }) =>
    (await withReason(call(api.readFeatureLimits, { signal }), messages.plan.limitsNotRead)).data,
})
