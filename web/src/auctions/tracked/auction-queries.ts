import { api, type Auction, auctionFromWire, PAGE, type WireAuction } from '@bidwell/contract'
import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import { auctionEvent, emitCacheEvent } from '../../cache/cache-events.ts'
import { persistReply, readPersistedReply } from '../../cache/persisted-replies.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { isFirstRead, refetchIfFetching } from '../../cache/reads.ts'
import { auctionListTtlMs } from '../../cache/ttl.ts'
import { siteClock } from '../../time/site-clock.ts'

/** What the first page of each list is asked for with. */
const OPEN_AUCTIONS = { status: 'active', sort: 'end_time_asc', limit: PAGE.maxLimit } as const
const ENDED_AUCTIONS = { status: 'won,lost,outbid', sort: 'end_time_desc' } as const

/** All open tracked auctions. Persisted, so that the next visit shows them at once. */
export const openAuctionsQuery = queryOptions({
  queryKey: KEYS.openAuctions,
  queryFn: async ({ signal, client }) => {
    const auctions = await readOpen(signal, isFirstRead(client, KEYS.openAuctions))
    persistReply(api.listAuctions, { auctions, next_cursor: null })
    const open = auctions.map(auctionFromWire)
    // An auction that has left this list may have ended: it appears in the other list before it is missing here.
    const ids = new Set(open.map(({ id }) => id))
    const before: Auction[] = client.getQueryData(KEYS.openAuctions) ?? []
    if (before.some(({ id }) => !ids.has(id))) await client.prefetchQuery({ ...endedAuctionsQuery, staleTime: 0 })
    return open
  },
  initialData: () => readPersistedReply(api.listAuctions)?.data.auctions.map(auctionFromWire),
  // Persisted data is shown and refetched at once.
  initialDataUpdatedAt: 0,
  staleTime: (query) => auctionListTtlMs(query.state.data ?? [], siteClock.now()),
})

/** The latest ended auctions. A page without them is whole: when they cannot be read, it shows a notice. */
export const endedAuctionsQuery = queryOptions({
  queryKey: KEYS.endedAuctions,
  queryFn: async ({ signal, client }) => {
    const prompt = isFirstRead(client, KEYS.endedAuctions)
    const { data } = await call(api.listAuctions, { query: ENDED_AUCTIONS, signal, prompt })
    persistReply(api.listHistoricalAuctions, { auctions: data.auctions, next_cursor: null })
    return data.auctions.map(auctionFromWire)
  },
  initialData: () => readPersistedReply(api.listHistoricalAuctions)?.data.auctions.map(auctionFromWire),
  initialDataUpdatedAt: 0,
})

const readOpen = (signal: AbortSignal, isFirst: boolean): Promise<WireAuction[]> =>
  fetchAllPages(async (cursor) => {
    const query = { ...OPEN_AUCTIONS, ...(cursor && { cursor }) }
    const { data } = await call(api.listAuctions, { query, signal, prompt: isFirst || cursor !== undefined })
    return { items: data.auctions, next: data.next_cursor }
  })

const LISTS = [KEYS.openAuctions, KEYS.endedAuctions]

/** Writes an auction from the server into the list that has it, unless that list has a newer state of it. */
export const putAuction = (client: QueryClient, wire: WireAuction) => putAuctions(client, [wire])

/** Writes several auctions at once, because each change of a list takes time. */
export function putAuctions(client: QueryClient, wires: readonly WireAuction[]) {
  const received = wires.map(auctionFromWire)
  const listed = (queryKey: QueryKey): Auction[] => client.getQueryData(queryKey) ?? []
  const before = new Map(LISTS.flatMap(listed).map((auction) => [auction.id, auction]))
  for (const queryKey of LISTS) {
    const belongs = ({ id, status }: Auction) =>
      before.has(id)
        ? listed(queryKey).some((other) => other.id === id)
        : (status === 'active' ? KEYS.openAuctions : KEYS.endedAuctions) === queryKey
    const additions = received.filter(belongs)
    if (additions.length === 0) continue
    client.setQueryData(queryKey, (list: Auction[] | undefined) => list && additions.reduce(withAuction, list))
  }
  for (const auction of received) emitCacheEvent(auctionEvent(before.get(auction.id), auction), { inPlace: true })
  for (const queryKey of LISTS) refetchIfFetching(client, queryKey)
}

function withAuction(list: Auction[], received: Auction): Auction[] {
  const index = list.findIndex(({ id }) => id === received.id)
  if (index === -1) return [...list, received]
  return (list[index]?.updatedAt ?? 0) > received.updatedAt ? list : list.with(index, received)
}

/** Removes an auction from the lists. A list on its way may still have it, so that list is fetched again. */
export function dropAuction(client: QueryClient, id: number) {
  for (const queryKey of LISTS) {
    client.setQueryData(queryKey, (list: Auction[] | undefined) => list?.filter((auction) => auction.id !== id))
  }
  emitCacheEvent('auction_removed', { inPlace: true })
  for (const queryKey of LISTS) refetchIfFetching(client, queryKey)
}

export const refreshMutation = mutationOptions({
  mutationKey: ['auctions', 'refresh'],
  mutationFn: async (id: number) => (await call(api.refreshAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})

/** Reads an opened auction again. A mutation of its own, because the auction does not count as busy meanwhile. */
export const recheckMutation = mutationOptions({ ...refreshMutation, mutationKey: ['auctions', 'recheck'] })

export const removeMutation = mutationOptions({
  mutationKey: ['auctions', 'remove'],
  mutationFn: (id: number) => call(api.removeAuction, { params: { id } }),
  onSuccess: (_reply, id, _result, { client }) => dropAuction(client, id),
})

export const restoreMutation = mutationOptions({
  mutationKey: ['auctions', 'restore'],
  // Without a check ahead: an auction that has ended does not count.
  mutationFn: async (id: number) => (await call(api.restoreAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})

/** Has the old price of one auction read again, or all old prices. The server's events bring them. */
export const requestPricesMutation = mutationOptions({
  mutationKey: ['auctions', 'request-prices'],
  mutationFn: async (auction: { id: number } | 'all') =>
    (await call(api.requestPrices, { body: auction === 'all' ? {} : auction })).data,
  onSuccess: ({ ids }) => {
    // To the server, no price is old: this page has missed its events.
    if (ids.length === 0) emitCacheEvent('auction-updated', { inPlace: false })
  },
})
