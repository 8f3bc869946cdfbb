import type { QueryClient } from '@tanstack/react-query'

/**
 * Marks all data as stale and reads what is shown again. A read under way is left to end before it is repeated: on a slow
 * network the page shows its answer meanwhile.
 */
export function readAgain(client: QueryClient) {
  for (const query of client.getQueryCache().getAll()) {
    const { queryKey } = query
    const invalidate = () => client.invalidateQueries({ queryKey, exact: true })
    if (query.state.fetchStatus === 'fetching' && query.promise) void query.promise.then(invalidate, invalidate)
    else void invalidate()
  }
}
