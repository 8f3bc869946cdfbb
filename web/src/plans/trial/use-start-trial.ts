import { messages, startTrial, type TrialStatus } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { withReason } from '../../api/with-reason.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { toastError, toastSuccess } from '../../ui/toasts/toasts.tsx'
import { refreshPlan, trialQuery } from '../plan-queries.ts'
import { requireSession } from '../require-session.ts'

/** Starts the user's trial, or reads the one that registering has started, and says until when it runs. */
export function useStartTrial() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['plan', 'start-trial'],
    networkMode: 'always',
    mutationFn: async (): Promise<TrialStatus> => {
      requireSession(messages.subscription.signInForTrial)
      return (await withReason(call(startTrial), messages.subscription.trialNotStarted)).data
    },
    onSuccess: (trial) => {
      client.setQueryData(trialQuery.queryKey, trial)
      refreshPlan(client)
      if (trial.trial_expires !== null) {
        toastSuccess(messages.subscription.trialStarted(siteTimes.full(Date.parse(trial.trial_expires))))
      }
    },
    onError: (error) => toastError(messageOf(error), { id: 'trial' }),
  })
}
