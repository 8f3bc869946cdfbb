import { api, CLIENT_CACHE, type PauseState } from '@bidwell/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** Whether bidding is paused, and by whom. The event stream updates it. */
export const pauseQuery = queryOptions({
  queryKey: KEYS.pause,
  queryFn: async ({ signal }): Promise<PauseState> => (await call(api.readPause, { signal })).data.pause,
  staleTime: CLIENT_CACHE.userTtlMs,
})

/** Stores the pause state and has all bids fetched again: a pause changes their stages. */
export function storePause(client: QueryClient, pause: PauseState) {
  client.setQueryData(pauseQuery.queryKey, pause)
  emitCacheEvent('pause_changed', { inPlace: false })
}
