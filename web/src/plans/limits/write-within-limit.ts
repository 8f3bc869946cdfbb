import { messages } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isApiError } from '../../api/api-error.ts'
import { siteQuery } from '../../api/installation-queries.ts'
import { limitsQuery, PLAN_KEY } from '../plan-queries.ts'
import { type Limited, whyLimitReached } from './limit-rules.ts'

/**
 * Runs a write that a plan limits, after the check that the plan allows it. After the server's own refusal, the limits are read again: this page did not know of it.
 */
export async function writeWithinLimit<T>(client: QueryClient, what: Limited, write: () => Promise<T>): Promise<T> {
  await requireWithinLimit(client, what)
  try {
    return await write()
  } catch (error) {
    if (isApiError(error, 'plan_limit_reached')) void client.invalidateQueries({ queryKey: [PLAN_KEY] })
    throw error
  }
}

/**
 * Throws `ApiError` when the plan allows no more, or when its limits cannot be read. Nothing is refused on the
 * grounds of an old count: the limits are read again first. The server checks again when it stores.
 */
async function requireWithinLimit(client: QueryClient, what: Limited): Promise<void> {
  if (client.getQueryData(siteQuery.queryKey)?.shows_plans === false) return
  const known = client.getQueryData(limitsQuery.queryKey)
  if (known && whyLimitReached(known, what) === null) return
  const limits = await client.fetchQuery({ ...limitsQuery, staleTime: 0 }).catch(() => null)
  if (limits === null) {
    throw new ApiError({ status: 0, code: 'limits_unknown', message: messages.plan.limitsUnknown })
  }
  const why = whyLimitReached(limits, what)
  if (why !== null) throw new ApiError({ status: 403, code: 'plan_limit_reached', message: why })
}
