import { CLIENT_CACHE } from '@bidwell/contract'
import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'

/** No response arrived, or the server is temporarily unavailable: a retry may succeed. */
const isTransient = (error: unknown) => isApiError(error) && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: CLIENT_CACHE.defaultTtlMs,
      gcTime: CLIENT_CACHE.userTtlMs,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    // A write without a response may have succeeded: only the user can decide whether to repeat it.
    mutations: { retry: false },
  },
})

// Above the limit, remove the oldest queries that no component uses.
queryClient.getQueryCache().subscribe(({ type }) => {
  if (type !== 'added') return
  const cache = queryClient.getQueryCache()
  const idle = cache.getAll().filter((query) => !query.isActive())
  idle.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  const surplus = cache.getAll().length - CLIENT_CACHE.maxEntries
  for (const query of idle.slice(0, Math.max(0, surplus))) cache.remove(query)
})
