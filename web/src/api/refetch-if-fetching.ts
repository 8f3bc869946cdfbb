import type { QueryClient } from '@tanstack/react-query'

/** An answer that was on its way when the news came may be older than the news. */
export function refetchIfFetching(client: QueryClient, queryKey: readonly unknown[]) {
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}
