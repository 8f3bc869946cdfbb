import type { SubscriptionDetails } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { requireSession } from '../../api/session-events.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { refetchIfFetching } from '../../cache/reads.ts'
import { isRefusal } from '../is-refusal.ts'
import { refreshPlan, subscriptionQuery } from '../plan-queries.ts'

/**
 * A call that changes the subscription and answers how it is now. `signedOut` is said when nobody is signed in any more.
 * Limits, trial and tier are read again afterwards.
 */
export function useSubscriptionCall<Input>(
  ask: (input: Input) => Promise<{ data: SubscriptionDetails }>,
  signedOut: string,
) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (input: Input) => {
      requireSession(signedOut)
      return (await ask(input)).data
    },
    onSuccess: (details) => {
      client.setQueryData(subscriptionQuery.queryKey, details)
      refetchIfFetching(client, subscriptionQuery.queryKey)
      refreshPlan(client)
    },
    onError: (error) => {
      // The subscription may not be as this page shows it.
      if (isRefusal(error)) refreshPlan(client)
    },
  })
}
