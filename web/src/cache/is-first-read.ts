import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Whether the page has nothing of this visit yet: it waits for the read. What is kept of an earlier visit does not count. */
export const isFirstRead = (client: QueryClient, queryKey: QueryKey): boolean =>
  (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) === 0
