import { api, messages } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { USED_KEY } from '../plan-key.ts'

/** The plan's limits and what is used of them. Read again whenever a bid or the list of auctions changes. */
export const limitsQuery = queryOptions({
  queryKey: [...USED_KEY, 'limits'],
  queryFn: async ({ signal }) =>
    (await withReason(call(api.readFeatureLimits, { signal }), messages.plan.limitsNotRead)).data,
})
