import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await call(api.readSecondFactor, { signal })).data,
})
