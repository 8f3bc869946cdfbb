import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { PLAN_KEY } from '../plan-key.ts'
import type { Limited } from './limit-rules.ts'
import { requireWithinLimit } from './require-within-limit.ts'

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
