import { CLIENT_CACHE } from '@bidwell/contract'
import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

/** Nothing came back, or the server says that it cannot just now: worth asking again. */
const isPassing = (error: unknown) => isApiError(error) && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: CLIENT_CACHE.defaultTtlMs,
      gcTime: CLIENT_CACHE.userTtlMs,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    // A write that got no answer may have been done: only the user can know whether to do it again.
    mutations: { retry: false },
  },
})

// Beyond the limit, what nobody is looking at goes, oldest first.
queryClient.getQueryCache().subscribe(({ type }) => {
  if (type !== 'added') return
  const cache = queryClient.getQueryCache()
  const idle = cache.getAll().filter((query) => !query.isActive())
  idle.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  const surplus = cache.getAll().length - CLIENT_CACHE.maxEntries
  for (const query of idle.slice(0, Math.max(0, surplus))) cache.remove(query)
})
