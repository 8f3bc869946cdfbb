import {
  type Bid,
  type BidChange,
  bidFromWire,
  BidStatus,
  cancelBid,
  changeBid,
  deleteBids,
  listBids,
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
import { fetchAllPages } from '../api/fetch-all-pages.ts'
import { watchNewBid } from './bid-watch.ts'

/** Every bid that may still fire or whose result is to come, and the latest finished ones; kept in the browser. */
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

async function readLatest(signal: AbortSignal): Promise<WireBid[]> {
  return (await call(listBids, { query: { limit: PAGE.maxLimit }, signal })).data.bids
}

const FINISHED = BidStatus.options.filter((status) => status !== 'pending')

/** The user's past bids, latest first, a page at a time. */
export const bidHistoryQuery = (statuses: readonly BidStatus[] = FINISHED) =>
  infiniteQueryOptions({
    queryKey: ['bid-history', statuses.join(',')],
    queryFn: async ({ pageParam, signal }) => {
      const query = { status: statuses.join(','), ...(pageParam !== null && { cursor: pageParam }) }
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

/** What became of one bid, asked for while its news may have been missed. */
export const bidResultQuery = (bidId: number) =>
  queryOptions({
    queryKey: ['bid-result', bidId],
    queryFn: async ({ signal }) => (await call(readBid, { params: { id: bidId }, signal })).data,
    staleTime: 0,
    retry: false,
  })

/** Puts what the server has just said of a bid into the list, and has its story read again. */
export function putBid(client: QueryClient, wire: WireBid) {
  const told = bidFromWire(wire)
  client.setQueryData(bidsQuery.queryKey, (known: Bid[] | undefined) => {
    if (!known) return known
    const at = known.findIndex((bid) => bid.id === told.id)
    if (at === -1) return [told, ...known]
    return (known[at]?.updatedAt ?? 0) > told.updatedAt ? known : known.with(at, told)
  })
  refetchIfFetching(client, bidsQuery.queryKey)
  void client.invalidateQueries({ queryKey: receiptQuery(told.id).queryKey })
  void client.invalidateQueries({ queryKey: ['day-limit'] })
  if (told.status !== 'pending') void client.invalidateQueries({ queryKey: ['bid-history'] })
}

/** One key per intent: sending it again after an answer that never came schedules nothing twice. */
export type Scheduling = NewBid & { idempotencyKey: string }

export const scheduleMutation = mutationOptions({
  mutationKey: ['bids', 'schedule'],
  mutationFn: async ({ idempotencyKey, ...body }: Scheduling) =>
    (await call(scheduleBid, { body, idempotencyKey })).data.bid,
  onSuccess: (bid, _asked, _result, { client }) => {
    watchNewBid()
    putBid(client, bid)
  },
})

export const changeMutation = mutationOptions({
  mutationKey: ['bids', 'change'],
  mutationFn: async ({ id, ...body }: BidChange & { id: number }) =>
    (await call(changeBid, { params: { id }, body })).data.bid,
  onSuccess: (bid, _asked, _result, { client }) => putBid(client, bid),
})

export const cancelMutation = mutationOptions({
  mutationKey: ['bids', 'cancel'],
  mutationFn: async (id: number) => (await call(cancelBid, { params: { id } })).data.bid,
  onSuccess: (bid, _id, _result, { client }) => putBid(client, bid),
})

export const deleteMutation = mutationOptions({
  mutationKey: ['bids', 'forget'],
  mutationFn: async (bidIds: number[]) => (await call(deleteBids, { body: { bidIds, auctionIds: [] } })).data,
  onSettled: (_data, _error, _ids, _result, { client }) => client.invalidateQueries({ queryKey: ['bid-history'] }),
})
