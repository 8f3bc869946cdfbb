import { api, type BidChange } from '@bidwell/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { putBid } from './bid-queries.ts'

export const changeMutation = mutationOptions({
  mutationKey: ['bids', 'change'],
  mutationFn: async ({ id, ...body }: BidChange & { id: number }) =>
    (await call(api.changeBid, { params: { id }, body })).data.bid,
  onSuccess: (bid, _request, _result, { client }) => putBid(client, bid),
})
