import { readDayLimit } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The day's limit and how much of it is used. Fetched again whenever a bid changes. */
export const dayLimitQuery = queryOptions({
  queryKey: ['day-limit'],
  queryFn: async ({ signal }) => (await call(readDayLimit, { signal })).data,
})
