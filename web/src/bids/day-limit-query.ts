import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'

/** The day's limit and how much of it is used. Fetched again whenever a bid changes. */
export const dayLimitQuery = queryOptions({
  queryKey: KEYS.dayLimit,
  queryFn: async ({ signal }) => (await call(api.readDayLimit, { signal })).data,
})
