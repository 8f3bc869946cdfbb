import type { SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHasPassed } from '../time/use-now-until.ts'
import { refreshPlan } from './plan-queries.ts'

/** The server is asked when the end is over by its clock too. */
const MARGIN_MS = 1_000

type Known = {
  details: Pick<SubscriptionDetails, 'past_due_until'> | undefined
  trial: Pick<TrialStatus, 'is_active' | 'trial_expires'> | undefined
}

/** When the plan that holds now ends by itself: its trial, or its days of grace. Epoch ms; null where nothing ends so. */
export function endOfPlan({ details, trial }: Known): number | null {
  const end = details?.past_due_until ?? (trial?.is_active ? trial.trial_expires : null)
  return end ? Date.parse(end) : null
}

/** Reads the plan again when it has ended by itself: nothing changes in the database then, so no event tells of it. */
export function useRefreshAtEnd(known: Known): void {
  const client = useQueryClient()
  const end = endOfPlan(known)
  const hasEnded = useHasPassed(end === null ? null : end + MARGIN_MS)
  useEffect(() => {
    if (hasEnded) refreshPlan(client)
  }, [client, hasEnded])
}
