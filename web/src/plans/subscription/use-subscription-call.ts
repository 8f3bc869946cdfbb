import type { SubscriptionDetails } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refetchIfFetching } from '../../api/refetch-if-fetching.ts'
import { refreshPlan, subscriptionQuery } from '../plan-queries.ts'
import { requireSession } from '../require-session.ts'

/**
 * A call that changes the subscription and answers how it is now. `signedOut` is said when nobody is signed in any more.
 * Limits, trial and tier are read again afterwards.
 */
export function useSubscriptionCall<Input>(
  ask: (input: Input) => Promise<{ data: SubscriptionDetails }>,
  signedOut: string,
) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (input: Input) => {
      requireSession(signedOut)
      return (await ask(input)).data
    },
    onSuccess: (details) => {
      client.setQueryData(subscriptionQuery.queryKey, details)
      refetchIfFetching(client, subscriptionQuery.queryKey)
      refreshPlan(client)
    },
  })
}
