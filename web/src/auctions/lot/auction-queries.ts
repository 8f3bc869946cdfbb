import {
  type Auction,
  auctionFromWire,
  listAuctions,
  messages,
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
import { ApiError, isApiError } from '../../api/api-error.ts'
import { auctionListStaleMs } from '../../api/cache-policy.ts'
import { refetchIfFetching } from '../../api/refetch-if-fetching.ts'
import { call } from '../../api/call.ts'
import { persistReply, readPersistedReply } from '../../api/persisted-replies.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import { withReason } from '../../api/with-reason.ts'
import { askForRoom } from '../../plans/limits/ask-for-room.ts'
import { USED_KEY } from '../../plans/plan-key.ts'
import { siteClock } from '../../time/site-clock.ts'

/** All open tracked auctions and the latest ended ones. Persisted, so that the next visit shows them at once. */
export const auctionsQuery = queryOptions({
  queryKey: ['auctions'],
  queryFn: async ({ signal }) => {
    const [open, ended] = await Promise.all([readOpen(signal), readEnded(signal)])
    const auctions = [...open, ...ended]
    persistReply(listAuctions, { auctions, next_cursor: null })
    return auctions.map(auctionFromWire)
  },
  initialData: () => readPersistedReply(listAuctions)?.data.auctions.map(auctionFromWire),
  // Persisted data is shown and refetched at once.
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

/** Writes an auction from the server into the list, unless the list has a newer state of it. */
export function putAuction(client: QueryClient, wire: WireAuction) {
  const received = auctionFromWire(wire)
  if (statusOf(client, received.id) !== received.status) void client.invalidateQueries({ queryKey: USED_KEY })
  client.setQueryData(auctionsQuery.queryKey, (listed: Auction[] | undefined) => {
    if (!listed) return listed
    const index = listed.findIndex((auction) => auction.id === received.id)
    if (index === -1) return [...listed, received]
    return (listed[index]?.updatedAt ?? 0) > received.updatedAt ? listed : listed.with(index, received)
  })
  refetchIfFetching(client, auctionsQuery.queryKey)
}

const statusOf = (client: QueryClient, id: number) =>
  client.getQueryData(auctionsQuery.queryKey)?.find((auction) => auction.id === id)?.status

/** Removes an auction from the list. A list on its way may still have it, so that list is fetched again. */
export function dropAuction(client: QueryClient, id: number) {
  client.setQueryData(auctionsQuery.queryKey, (listed: Auction[] | undefined) =>
    listed?.filter((auction) => auction.id !== id),
  )
  void client.invalidateQueries({ queryKey: USED_KEY })
  refetchIfFetching(client, auctionsQuery.queryKey)
}

/** An item as it is at the site now, by its link or number. */
export const scrapedQuery = (reference: string) =>
  queryOptions({
    queryKey: ['scraped', reference],
    queryFn: async ({ signal }) =>
      (await withReason(call(scrapeAuction, { body: { url: reference }, signal }), messages.auction.notScraped)).data,
    staleTime: 30_000,
    retry: false,
  })

/** When the server has tracked the auction but its answer cannot be read, the list is fetched again. */
async function track(body: NewAuction, client: QueryClient) {
  try {
    return await call(trackAuction, { body })
  } catch (error) {
    if (!isApiError(error, 'unreadable') || error.status >= 300) throw error
    void client.invalidateQueries({ queryKey: auctionsQuery.queryKey })
    const { status, code } = error
    throw new ApiError({ status, code, message: messages.auction.createdNotRetrieved })
  }
}

export const trackMutation = mutationOptions({
  mutationKey: ['auctions', 'track'],
  mutationFn: (body: NewAuction, { client }) =>
    askForRoom(client, 'auction', async () => (await track(body, client)).data),
  onSuccess: ({ auction }, _body, _result, { client }) => putAuction(client, auction),
})

export const refreshMutation = mutationOptions({
  mutationKey: ['auctions', 'refresh'],
  mutationFn: async (id: number) => (await call(refreshAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})

/** Reads an opened lot again. A mutation of its own, because the lot does not count as busy meanwhile. */
export const recheckMutation = mutationOptions({ ...refreshMutation, mutationKey: ['auctions', 'recheck'] })

export const removeMutation = mutationOptions({
  mutationKey: ['auctions', 'remove'],
  mutationFn: (id: number) => call(removeAuction, { params: { id } }),
  onSuccess: (_reply, id, _result, { client }) => dropAuction(client, id),
})

export const restoreMutation = mutationOptions({
  mutationKey: ['auctions', 'restore'],
  // Without a check ahead: an auction that has ended needs no room.
  mutationFn: async (id: number) => (await call(restoreAuction, { params: { id } })).data.auction,
  onSuccess: (auction, _id, _result, { client }) => putAuction(client, auction),
})
