import {
  api,
  type HistoryEntry,
  historyEntryFromWire,
  messages,
  PAST_ORDERS,
  type PastOrder,
  type Sale,
} from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { toastSaved, toastSuccess } from '../../ui/overlays/toasts.tsx'

const list = async (query: { search?: string; sold?: 'yes' }, signal: AbortSignal) => {
  const answer = await call(api.listHistory, { query: { result: 'won', limit: 100, ...query }, signal, prompt: true })
  return answer.data.entries.map(historyEntryFromWire)
}

/** The history's entry of a won item; null where it has none. */
export const wonItemQuery = (auctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.bidHistory, 'won', auctionId],
    queryFn: async ({ signal }) =>
      (await list({ search: auctionId }, signal)).find((entry) => entry.auctionId === auctionId) ?? null,
  })

/** Where the user has sold items lately, each place once. */
export const placesQuery = queryOptions({
  queryKey: [...KEYS.bidHistory, 'places'],
  queryFn: async ({ signal }) => [
    ...new Set((await list({ sold: 'yes' }, signal)).flatMap(({ sale }) => sale?.sold_at ?? [])),
  ],
})

export const saveSaleMutation = mutationOptions({
  mutationKey: ['sales', 'save'],
  mutationFn: ({ entry, sale }: { entry: Pick<HistoryEntry, 'auctionId'>; sale: Sale }) =>
    call(api.saveSale, { params: { id: Number(entry.auctionId) }, body: sale }),
  onSuccess: (_data, _given, _result, { client }) => {
    toastSaved(messages.books.saved)
    return client.invalidateQueries({ queryKey: KEYS.bidHistory })
  },
})

/** The numbers of the items that were read in before, and of those that a bid has won. */
export const pastOrdersQuery = queryOptions({
  queryKey: [...KEYS.bidHistory, 'past-orders'],
  queryFn: async ({ signal }) => {
    const { read_in, won } = (await call(api.listPastOrders, { signal, prompt: true })).data
    return { readIn: new Set(read_in), won: new Set(won) }
  },
})

export const readInMutation = mutationOptions({
  mutationKey: ['past-orders', 'read-in'],
  mutationFn: (orders: readonly PastOrder[]) => withReason(readInParts(orders), messages.books.notReadIn),
  // Of several calls, those before one that failed have had their effect.
  onSettled: (_data, _error, _orders, _result, { client }) =>
    void client.invalidateQueries({ queryKey: KEYS.bidHistory }),
  onSuccess: (_data, orders) => toastSuccess(messages.books.readInDone(orders.length)),
})

async function readInParts(orders: readonly PastOrder[]) {
  for (let next = 0; next < orders.length; next += PAST_ORDERS.perCall)
    await call(api.readInOrders, { body: { orders: orders.slice(next, next + PAST_ORDERS.perCall) } })
}

export const takeOutMutation = mutationOptions({
  mutationKey: ['past-orders', 'take-out'],
  mutationFn: async () => (await call(api.takeOutOrders)).data.taken_out,
  onSuccess: (count, _given, _result, { client }) => {
    toastSuccess(messages.books.takenOut(count))
    return client.invalidateQueries({ queryKey: KEYS.bidHistory })
  },
})
