import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** How to reach the operator, and where mails are shown. It never changes while the server runs. */
export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: async ({ signal }) => (await call(api.readOperator, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
