import {
  type Auction,
  auctionFromWire,
  listAuctions,
  type NewAuction,
  PAGE,
  removeAuction,
  refreshAuction,
  restoreAuction,
  scrapeAuction,
  trackAuction,
  type WireAuction,
} from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { auctionListStaleMs } from '../../api/cache-policy.ts'
import { refetchIfFetching } from '../../api/refetch-if-fetching.ts'
import { call } from '../../api/call.ts'
import { persistReply, readPersistedReply } from '../../api/persisted-replies.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import { siteClock } from '../../time/site-clock.ts'

/** Everything tracked that is open, and what ended last. Kept in the browser, so that the next visit paints at once. */
export const auctionsQuery = queryOptions({
  queryKey: ['auctions'],
  queryFn: async ({ signal }) => {
    const [open, ended] = await Promise.all([readOpen(signal), readEnded(signal)])
    const auctions = [...open, ...ended]
    persistReply(listAuctions, { auctions, next_cursor: null })
    return auctions.map(auctionFromWire)
  },
  initialData: () => readPersistedReply(listAuctions)?.data.auctions.map(auctionFromWire),
  // What was kept is shown, and read again at once: much may have happened since.
  initialDataUpdatedAt: 0,
  staleTime: (query) => auctionListStaleMs(query.state.data ?? [], siteClock.now()),
})

const readOpen = (signal: AbortSignal): Promise<WireAuction[]> =>
  fetchAllPages(async (cursor) => {
    const query = { status: 'active', sort: 'end_time_asc', limit: PAGE.maxLimit, ...(cursor && { cursor }) } as const
    const { data } = await call(listAuctions, { query, signal })
    return { items: data.auctions, next: data.next_cursor }
  })

async function readEnded(signal: AbortSignal): Promise<WireAuction[]> {
  const query = { status: 'won,lost,outbid', sort: 'end_time_desc' } as const
  const { data } = await call(listAuctions, { query, signal })
  return data.auctions
}

/** Puts what the server has just said of an auction into the list; an older word never replaces a newer. */
export function putAuction(client: QueryClient, wire: WireAuction) {
  const told = auctionFromWire(wire)
  client.setQueryData(auctionsQuery.queryKey, (known: Auction[] | undefined) => {
    if (!known) return known
    const at = known.findIndex((auction) => auction.id === told.id)
    if (at === -1) return [...known, told]
    return (known[at]?.updatedAt ?? 0) > told.updatedAt ? known : known.with(at, told)
  })
  refetchIfFetching(client, auctionsQuery.queryKey)
}

export function dropAuction(client: QueryClient, id: number) {
  client.setQueryData(auctionsQuery.queryKey, (known: Auction[] | undefined) => known?.filter((one) => one.id !== id))
  refetchIfFetching(client, auctionsQuery.queryKey)
}

/** An item as the site shows it now, by its link or number. */
export const scrapedQuery = (reference: string) =>
  queryOptions({
    queryKey: ['scraped', reference],
    queryFn: async ({ signal }) => (await call(scrapeAuction, { body: { url: reference }, signal })).data,
    staleTime: 30_000,
    retry: false,
  })

export const trackMutation = mutationOptions({
  mutationKey: ['auctions', 'track'],
  mutationFn: async (body: NewAuction) => (await call(trackAuction, { body })).data,
  onSuccess: ({ auction }, _body, _result, { client }) => putAuction(client, auction),
})

export const readAgainMutation = mutationOptions({
  mutationKey: ['auctions', 'refresh'],
  mutationFn: async (id: number) => (await call(refreshAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})

export const removeMutation = mutationOptions({
  mutationKey: ['auctions', 'remove'],
  mutationFn: (id: number) => call(removeAuction, { params: { id } }),
  onSuccess: (_reply, id, _result, { client }) => dropAuction(client, id),
})

export const restoreMutation = mutationOptions({
  mutationKey: ['auctions', 'restore'],
  mutationFn: async (id: number) => (await call(restoreAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})
