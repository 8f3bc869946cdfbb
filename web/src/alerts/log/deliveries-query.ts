import { api } from '@bidwell/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'

/** While something waits to be sent, the page shows what becomes of it. */
const WAITING_REFETCH_MS = 15_000

/** What went out to the user's places and what did not, latest first, page by page. */
export const deliveriesQuery = infiniteQueryOptions({
  queryKey: KEYS.deliveries,
  queryFn: async ({ pageParam, signal }) =>
    (await call(api.listDeliveries, { query: pageParam === null ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ deliveries }) => deliveries.some(({ outcome }) => outcome === null))
      ? WAITING_REFETCH_MS
      : false,
})
