import { api, type NotStopped } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { toastError } from '../../ui/toasts/toasts.tsx'
import { storePause } from './pause-queries.ts'

/** The bids that the latest pause in this tab could not stop. The answer to the pause sets it; it is never fetched. */
export const notStoppedQuery = queryOptions({
  queryKey: [...KEYS.pause, 'not-stopped'],
  queryFn: (): NotStopped[] => [],
  initialData: [],
  staleTime: Infinity,
})

export const pauseMutation = mutationOptions({
  mutationKey: ['pause', 'set'],
  mutationFn: async (paused: boolean) => (await call(api.setPause, { body: { paused } })).data,
  // A component's own callback would be lost: the menu closes before the answer comes.
  onSuccess: ({ pause, not_stopped }, paused, _result, { client }) => {
    storePause(client, pause)
    client.setQueryData(notStoppedQuery.queryKey, not_stopped)
    announce(paused ? 'All bidding is paused' : 'Bidding is resumed')
  },
  onError: (error) => toastError(messageOf(error)),
})
