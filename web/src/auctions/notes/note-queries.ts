import { api, type Body } from '@bidwell/contract'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { putAuctions } from '../tracked/auction-queries.ts'

type Note = { /** Of the tracked auction. */ id: number } & Body<typeof api.noteAuction>

function put(client: QueryClient, auctions: Parameters<typeof putAuctions>[1]) {
  putAuctions(client, auctions)
  emitCacheEvent('auction_noted', { inPlace: true })
}

/** Writes a note. Notes are written one after another, so that none overtakes an earlier one. One without a connection waits for it. */
export const noteMutation = mutationOptions({
  mutationKey: ['auctions', 'note'],
  scope: { id: 'notes' },
  networkMode: 'online',
  mutationFn: async ({ id, ...body }: Note) => (await call(api.noteAuction, { params: { id }, body })).data.auction,
  onSuccess: (auction, _note, _result, { client }) => put(client, [auction]),
  onError: (error) => {
    // The note that another window has written is read.
    if (isApiError(error, 'conflict')) emitCacheEvent('auction-updated', { inPlace: false })
  },
})

export const labelMutation = mutationOptions({
  mutationKey: ['auctions', 'label'],
  mutationFn: async (body: Body<typeof api.labelAuctions>) => (await call(api.labelAuctions, { body })).data.auctions,
  onSuccess: (auctions, _change, _result, { client }) => put(client, auctions),
})
