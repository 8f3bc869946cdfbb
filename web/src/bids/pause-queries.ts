import { api, CLIENT_CACHE, type NotStopped, type PauseState } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { emitCacheEvent } from '../cache/cache-events.ts'
import { KEYS } from '../cache/query-keys.ts'
import { toastError } from '../ui/overlays/toasts.tsx'
import { announce } from '../ui/screen-readers.tsx'

/** Whether bidding is paused, and by whom. The event stream updates it. */
export const pauseQuery = queryOptions({
  queryKey: KEYS.pause,
  queryFn: async ({ signal }): Promise<PauseState> => (await call(api.readPause, { signal })).data.pause,
  staleTime: CLIENT_CACHE.userTtlMs,
})

/** Stores the pause state and has all bids fetched again: a pause changes their phases. */
export function storePause(client: QueryClient, pause: PauseState) {
  client.setQueryData(pauseQuery.queryKey, pause)
  emitCacheEvent('pause_changed', { inPlace: false })
}

/** The bids that the latest pause in this tab could not stop. The answer to the pause sets it; it is never fetched. */
export const notStoppedQuery = queryOptions({
  queryKey: [...KEYS.pause, 'not-stopped'],
  queryFn: (): NotStopped[] => [],
  initialData: [],
  staleTime: 'static',
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
