import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { bidTtlMs } from '../../cache/ttl.ts'

export const receiptQuery = (bidId: number) =>
  queryOptions({
    queryKey: [...KEYS.receipts, bidId],
    queryFn: async ({ signal }) => (await call(api.readReceipt, { params: { id: bidId }, signal, prompt: true })).data,
    staleTime: (query) => bidTtlMs(query.state.data?.bid.status ?? 'pending'),
  })
