import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What deleting the account would do now. Always read anew: bids go out meanwhile. */
export const deletionPreviewQuery = queryOptions({
  queryKey: ['deletion-preview'],
  queryFn: async ({ signal }) => (await call(api.previewDeletion, { signal })).data,
  gcTime: 0,
  refetchInterval: 15_000,
})
