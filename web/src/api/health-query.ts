import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

const POLL_INTERVAL_MS = 15_000
const BACKING_OFF_POLL_INTERVAL_MS = 5_000

/** The health of the auction site, polled; more often while the site does not respond. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => (await call(api.readHealth, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.site.state === 'backing_off' ? BACKING_OFF_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  staleTime: 0,
})
