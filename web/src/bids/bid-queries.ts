import {
  type Bid,
  type BidChange,
  bidFromWire,
  BidStatus,
  cancelBid,
  changeBid,
  deleteBids,
  listBids,
  messages,
  type NewBid,
  PAGE,
  readBid,
  readReceipt,
  scheduleBid,
  type WireBid,
} from '@bidwell/contract'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refetchIfFetching } from '../api/refetch-if-fetching.ts'
import { bidStaleMs } from '../api/cache-policy.ts'
import { call } from '../api/call.ts'
import { persistReply, readPersistedReply } from '../api/persisted-replies.ts'
import { withReason } from '../api/with-reason.ts'
import { fetchAllPages } from '../api/fetch-all-pages.ts'
import { askForRoom } from '../plans/limits/ask-for-room.ts'
import { USED_KEY } from '../plans/plan-key.ts'
import { watchNewBid } from './bid-watch.ts'

/** All bids without a result, and the latest finished ones. Persisted in the browser. */
export const bidsQuery = queryOptions({
  queryKey: ['bids'],
  queryFn: async ({ signal }) => {
    const [live, latest] = await Promise.all([readLive(signal), readLatest(signal)])
    const liveIds = new Set(live.map((bid) => bid.id))
    const bids = [...live, ...latest.filter((bid) => !liveIds.has(bid.id))]
    persistReply(listBids, { bids, next_cursor: null })
    return bids.map(bidFromWire)
  },
  initialData: () => readPersistedReply(listBids)?.data.bids.map(bidFromWire),
  initialDataUpdatedAt: 0,
  staleTime: (query) => Math.min(...(query.state.data ?? []).map((bid) => bidStaleMs(bid.status)), bidStaleMs('none')),
})

const readLive = (signal: AbortSignal): Promise<WireBid[]> =>
  fetchAllPages(async (cursor) => {
    const query = { status: 'pending,executed', limit: PAGE.maxLimit, ...(cursor && { cursor }) }
    const { data } = await call(listBids, { query, signal })
    return { items: data.bids, next: data.next_cursor }
  })

const FINISHED = BidStatus.options.filter((status) => status !== 'pending')

async function readLatest(signal: AbortSignal): Promise<WireBid[]> {
  const query = { status: FINISHED.join(','), sort: 'finished_desc', limit: PAGE.maxLimit } as const
  return (await call(listBids, { query, signal })).data.bids
}

/** The user's finished bids, latest finished first, page by page. */
export const bidHistoryQuery = (statuses: readonly BidStatus[] = FINISHED) =>
  infiniteQueryOptions({
    queryKey: ['bid-history', statuses.join(',')],
    queryFn: async ({ pageParam, signal }) => {
      const sort = 'finished_desc' as const
      const query = { status: statuses.join(','), sort, ...(pageParam !== null && { cursor: pageParam }) }
      const { data } = await call(listBids, { query, signal })
      return { bids: data.bids.map(bidFromWire), next: data.next_cursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

export const receiptQuery = (bidId: number) =>
  queryOptions({
    queryKey: ['receipt', bidId],
    queryFn: async ({ signal }) => (await call(readReceipt, { params: { id: bidId }, signal })).data,
    staleTime: (query) => bidStaleMs(query.state.data?.bid.status ?? 'pending'),
  })

/** The result of one bid, polled in case the event stream has missed it. */
export const bidResultQuery = (bidId: number) =>
  queryOptions({
    queryKey: ['bid-result', bidId],
    queryFn: async ({ signal }) => (await call(readBid, { params: { id: bidId }, signal })).data,
    staleTime: 0,
    retry: false,
  })

/** Writes a bid from the server into the list, unless the list has a newer state of it; its receipt is fetched again. */
export function putBid(client: QueryClient, wire: WireBid) {
  const received = bidFromWire(wire)
  const listedBid = client.getQueryData(bidsQuery.queryKey)?.find((bid) => bid.id === received.id)
  // The count of the plan depends on the status alone: most events are about something else.
  if (listedBid?.status !== received.status) void client.invalidateQueries({ queryKey: USED_KEY })
  client.setQueryData(bidsQuery.queryKey, (listed: Bid[] | undefined) => {
    if (!listed) return listed
    const index = listed.findIndex((bid) => bid.id === received.id)
    if (index === -1) return [received, ...listed]
    return (listed[index]?.updatedAt ?? 0) > received.updatedAt ? listed : listed.with(index, received)
  })
  refetchIfFetching(client, bidsQuery.queryKey)
  void client.invalidateQueries({ queryKey: receiptQuery(received.id).queryKey })
  void client.invalidateQueries({ queryKey: ['day-limit'] })
  if (received.status !== 'pending') void client.invalidateQueries({ queryKey: ['bid-history'] })
}

/** A request with a key of its own: sent again because no answer came, it schedules nothing twice. */
export type Scheduling = NewBid & { idempotencyKey: string }

export const scheduleMutation = mutationOptions({
  mutationKey: ['bids', 'schedule'],
  mutationFn: ({ idempotencyKey, ...body }: Scheduling, { client }) =>
    askForRoom(client, 'snipe', async () => (await call(scheduleBid, { body, idempotencyKey })).data.bid),
  onSuccess: (bid, _request, _result, { client }) => {
    watchNewBid()
    putBid(client, bid)
  },
})

export const changeMutation = mutationOptions({
  mutationKey: ['bids', 'change'],
  mutationFn: async ({ id, ...body }: BidChange & { id: number }) =>
    (await call(changeBid, { params: { id }, body })).data.bid,
  onSuccess: (bid, _request, _result, { client }) => putBid(client, bid),
})

export const cancelMutation = mutationOptions({
  mutationKey: ['bids', 'cancel'],
  mutationFn: async (id: number) => (await call(cancelBid, { params: { id } })).data.bid,
  onSuccess: (bid, _id, _result, { client }) => putBid(client, bid),
})

export const deleteMutation = mutationOptions({
  mutationKey: ['bids', 'delete'],
  mutationFn: async (bidIds: number[]) =>
    (await withReason(call(deleteBids, { body: { bidIds, auctionIds: [] } }), messages.bid.notDeleted)).data,
  onSettled: (_data, _error, _ids, _result, { client }) => client.invalidateQueries({ queryKey: ['bid-history'] }),
})
