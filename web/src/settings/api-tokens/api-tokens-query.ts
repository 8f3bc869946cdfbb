import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The tokens of the user's programs, latest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await call(api.listApiTokens, { signal })).data.tokens,
})
