import { api, messages, type SubscriptionDetails, type TrialStatus } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf, withReason } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { requireSession } from '../api/session-events.ts'
import { useSingleMutation } from '../api/use-single-mutation.ts'
import { siteTimes } from '../time/zoned-times.ts'
import { toastError, toastSuccess } from '../ui/overlays/toasts.tsx'
import { isRefusal } from './is-refusal.ts'
import { PLAN_KEY, refreshPlan, trialQuery } from './plan-queries.ts'

export const START_TRIAL_KEY = [PLAN_KEY, 'start-trial'] as const

/** Starts the user's trial, or reads the one that registering has started, and says until when it runs. */
export function useStartTrial() {
  const client = useQueryClient()
  return useSingleMutation<TrialStatus, void>({
    mutationKey: START_TRIAL_KEY,
    mutationFn: async () => {
      requireSession(messages.plan.signInForTrial)
      return (await withReason(call(api.startTrial), messages.plan.trialNotStarted)).data
    },
    onSuccess: (trial) => {
      client.setQueryData(trialQuery.queryKey, trial)
      refreshPlan(client)
      if (trial.trial_expires !== null) {
        toastSuccess(messages.plan.trialStarted(siteTimes.full(Date.parse(trial.trial_expires))))
      }
    },
    onError: (error) => {
      // This page did not know why.
      if (isRefusal(error)) refreshPlan(client)
      toastError(messageOf(error), { id: 'trial' })
    },
  })
}

/**
 * Whether the trial is offered to a signed-in user: not to who has a plan, or has had the trial with this account or with
 * another one. Not until both are read.
 */
export const mayStartTrial = (details: SubscriptionDetails | undefined, trial: TrialStatus | undefined): boolean =>
  details?.status === 'free' && trial?.trial_expires === null && !trial.is_expired
