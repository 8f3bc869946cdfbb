import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { PLAN_KEY } from '../plan-key.ts'
import type { Limited } from './limit-rules.ts'

/**
 * Runs a write that a plan limits, after the check that the plan allows it. Where the code of the check cannot be
 * loaded, the server's own check is enough. After its refusal, the limits are read again: this page did not know of it.
 */
export async function writeWithinLimit<T>(client: QueryClient, what: Limited, write: () => Promise<T>): Promise<T> {
  const check = await import('./require-within-limit.ts').catch(() => null)
  await check?.requireWithinLimit(client, what)
  try {
    return await write()
  } catch (error) {
    if (isApiError(error, 'plan_limit_reached')) void client.invalidateQueries({ queryKey: [PLAN_KEY] })
    throw error
  }
}
