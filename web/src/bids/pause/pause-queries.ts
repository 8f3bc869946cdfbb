import { CLIENT_CACHE, type NotStopped, type PauseState, readPause, setPause } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { toastError } from '../../ui/toasts/toasts.tsx'

/** Whether bidding is paused, and by whom. The event stream keeps it up to date. */
export const pauseQuery = queryOptions({
  queryKey: ['pause'],
  queryFn: async ({ signal }): Promise<PauseState> => (await call(readPause, { signal })).data.pause,
  staleTime: CLIENT_CACHE.userTtlMs,
})

/** What the last pause in this tab came too late for. Asked of nobody: the pause's own answer tells it. */
export const notStoppedQuery = queryOptions({
  queryKey: ['pause', 'not-stopped'],
  queryFn: (): NotStopped[] => [],
  initialData: [],
  staleTime: Infinity,
})

/** Takes in how it stands; every bid may now be another. */
export function storePause(client: QueryClient, pause: PauseState) {
  client.setQueryData(pauseQuery.queryKey, pause)
  void client.invalidateQueries({ queryKey: ['bids'] })
}

export const pauseMutation = mutationOptions({
  mutationKey: ['pause', 'set'],
  mutationFn: async (paused: boolean) => (await call(setPause, { body: { paused } })).data,
  // Here and not with who asks: a menu is gone before the answer comes.
  onSuccess: ({ pause, not_stopped }, paused, _result, { client }) => {
    storePause(client, pause)
    client.setQueryData(notStoppedQuery.queryKey, not_stopped)
    announce(paused ? 'All bidding is paused' : 'Bidding is resumed')
  },
  onError: (error) => toastError(messageOf(error)),
})
