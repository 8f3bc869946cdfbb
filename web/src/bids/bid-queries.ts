import {
  api,
  type Bid,
  type BidChange,
  bidFromWire,
  BidStatus,
  type NewBid,
  PAGE,
  type WireBid,
} from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { fetchAllPages } from '../api/fetch-all-pages.ts'
import { bidEvent, emitCacheEvent } from '../cache/cache-events.ts'
import { persistReply, readPersistedReply } from '../cache/persisted-replies.ts'
import { KEYS } from '../cache/query-keys.ts'
import { isFirstRead, refetchIfFetching } from '../cache/reads.ts'
import { bidListTtlMs, bidTtlMs } from '../cache/ttl.ts'
import { writeWithinLimit } from '../plans/limits/write-within-limit.ts'
import { watchNewBid } from './bid-watch.ts'

/** The statuses of bids with a result. */
const FINISHED = BidStatus.options.filter((status) => status !== 'pending')

/** What the first page of each list is asked for with. */
const LIVE_BIDS = { status: 'pending,executed', limit: PAGE.maxLimit } as const
const LATEST_BIDS = { status: FINISHED.join(','), sort: 'finished_desc', limit: PAGE.maxLimit } as const

/** All bids without a result, and the latest finished ones. Persisted in the browser. */
export const bidsQuery = queryOptions({
  queryKey: KEYS.bids,
  queryFn: async ({ signal, client }) => {
    const isFirst = isFirstRead(client, KEYS.bids)
    const [live, latest] = await Promise.all([readLive(signal, isFirst), readLatest(signal)])
    const liveIds = new Set(live.map((bid) => bid.id))
    const bids = [...live, ...latest.filter((bid) => !liveIds.has(bid.id))]
    persistReply(api.listBids, { bids, next_cursor: null })
    return bids.map(bidFromWire)
  },
  initialData: () => readPersistedReply(api.listBids)?.data.bids.map(bidFromWire),
  initialDataUpdatedAt: 0,
  staleTime: (query) => bidListTtlMs(query.state.data ?? []),
})

const readLive = (signal: AbortSignal, isFirst: boolean): Promise<WireBid[]> =>
  fetchAllPages(async (cursor) => {
    const query = { ...LIVE_BIDS, ...(cursor && { cursor }) }
    const { data } = await call(api.listBids, { query, signal, prompt: isFirst || cursor !== undefined })
    return { items: data.bids, next: data.next_cursor }
  })

async function readLatest(signal: AbortSignal): Promise<WireBid[]> {
  // The second half of one read.
  return (await call(api.listBids, { query: LATEST_BIDS, signal, prompt: true })).data.bids
}

/** Writes a bid from the server into the list, unless the list has a newer state of it. */
export function putBid(client: QueryClient, wire: WireBid) {
  const received = bidFromWire(wire)
  const listedBid = client.getQueryData(bidsQuery.queryKey)?.find((bid) => bid.id === received.id)
  client.setQueryData(bidsQuery.queryKey, (listed: Bid[] | undefined) => {
    if (!listed) return listed
    const index = listed.findIndex((bid) => bid.id === received.id)
    if (index === -1) return [received, ...listed]
    return (listed[index]?.updatedAt ?? 0) > received.updatedAt ? listed : listed.with(index, received)
  })
  emitCacheEvent(bidEvent(listedBid, received), { inPlace: true })
  if (received.restored || listedBid?.restored) emitCacheEvent('waiting_changed', { inPlace: false })
  refetchIfFetching(client, bidsQuery.queryKey)
}

/** A request with a key of its own: sent again because no answer came, it schedules nothing twice. */
export type Scheduling = NewBid & { idempotencyKey: string }

export const scheduleMutation = mutationOptions({
  mutationKey: ['bids', 'schedule'],
  mutationFn: ({ idempotencyKey, ...body }: Scheduling, { client }) =>
    writeWithinLimit(client, 'snipe', async () => (await call(api.scheduleBid, { body, idempotencyKey })).data.bid),
  onSuccess: (bid, _request, _result, { client }) => {
    watchNewBid()
    putBid(client, bid)
  },
})

export const cancelMutation = mutationOptions({
  mutationKey: ['bids', 'cancel'],
  mutationFn: async (id: number) => (await call(api.cancelBid, { params: { id } })).data.bid,
  onSuccess: (bid, _id, _result, { client }) => putBid(client, bid),
})

export const changeMutation = mutationOptions({
  mutationKey: ['bids', 'change'],
  mutationFn: async ({ id, ...body }: BidChange & { id: number }) =>
    (await call(api.changeBid, { params: { id }, body })).data.bid,
  onSuccess: (bid, _request, _result, { client }) => putBid(client, bid),
})

/** What the bids cost if all of them win, and the limits. Fetched again whenever a bid changes. */
export const exposureQuery = queryOptions({
  queryKey: KEYS.exposure,
  queryFn: async ({ signal }) => (await call(api.readExposure, { signal })).data,
})

export const receiptQuery = (bidId: number) =>
  queryOptions({
    queryKey: [...KEYS.receipts, bidId],
    queryFn: async ({ signal }) => (await call(api.readReceipt, { params: { id: bidId }, signal, prompt: true })).data,
    staleTime: (query) => bidTtlMs(query.state.data?.bid.status ?? 'pending'),
  })
