import type { QueryClient, QueryKey } from '@tanstack/react-query'

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

/** Whether the page has nothing of this visit yet: it waits for the read. What is kept of an earlier visit does not count. */
export const isFirstRead = (client: QueryClient, queryKey: QueryKey): boolean =>
  (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) === 0

/** Fetches a query again if it is being fetched: the reply under way may be older than the data just received. */
export function refetchIfFetching(client: QueryClient, queryKey: readonly unknown[]) {
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}
