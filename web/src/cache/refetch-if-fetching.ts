import type { QueryClient } from '@tanstack/react-query'

/** Fetches a query again if it is being fetched: the reply under way may be older than the data just received. */
export function refetchIfFetching(client: QueryClient, queryKey: readonly unknown[]) {
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}
