import { api } from '@bidwell/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The security log of the account, latest first, page by page. */
export const securityLogQuery = infiniteQueryOptions({
  queryKey: ['security-log'],
  queryFn: async ({ pageParam, signal }) =>
    (await call(api.listSecurityEvents, { query: pageParam === null ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
})
