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
    // A write without a response may have succeeded: only the user can decide whether to repeat it. One without a connection
    // fails at once: carried out later by itself, it could do what nobody wants any more.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Above the limit, removes the oldest queries that no component uses. A query that is still pending is about to be used. */
function removeSurplus() {
  const cache = queryClient.getQueryCache()
  const all = cache.getAll()
  const unused = all.filter((query) => query.getObserversCount() === 0 && query.state.status !== 'pending')
  unused.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const query of unused.slice(0, Math.max(0, all.length - CLIENT_CACHE.maxEntries))) cache.remove(query)
}

// Once the page has rendered: before that, no component uses the queries that it has just added.
let timer: ReturnType<typeof setTimeout> | undefined
queryClient.getQueryCache().subscribe(({ type }) => {
  if (type !== 'added') return
  clearTimeout(timer)
  timer = setTimeout(removeSurplus)
})
