import { readHealth } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

const EVERY_MS = 15_000
const IN_TROUBLE_EVERY_MS = 5_000

/** How the auction site is, looked at from time to time and more often while it does not answer. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => (await call(readHealth, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.site.state === 'backing_off' ? IN_TROUBLE_EVERY_MS : EVERY_MS),
  staleTime: 0,
})
