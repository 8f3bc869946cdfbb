import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../api/installation-queries.ts'
import { limitsQuery } from '../plan-queries.ts'
import { type Limited, remainingText, whyLimitReached } from './limit-rules.ts'

/** Whether the plan allows one more. */
export type LimitState = {
  /** Why there is none, in words for the user; null when there is, and until the limits are read. */
  why: string | null
  /** How much is left, when it is little. */
  left: string | null
  /** Reads the limits again; present while they are unknown. */
  retry?: () => void
  retrying: boolean
}

const NO_LIMIT: LimitState = { why: null, left: null, retrying: false }

export function useLimit(what: Limited): LimitState {
  const enabled = useSite()?.shows_plans === true
  const { data, isError, isFetching, refetch } = useQuery({ ...limitsQuery, enabled })
  if (!enabled) return NO_LIMIT
  if (data) return { why: whyLimitReached(data, what), left: remainingText(data, what), retrying: false }
  if (!isError) return NO_LIMIT
  return { why: messages.plan.limitsUnknown, left: null, retry: () => void refetch(), retrying: isFetching }
}
