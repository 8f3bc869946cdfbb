import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { auctionEvent, bidEvent, type CacheEvent, emitCacheEvent, followCacheEvents } from './cache-events.ts'
import { KEYS } from './query-keys.ts'

const ENTRIES = {
  openAuctions: KEYS.openAuctions,
  endedAuctions: KEYS.endedAuctions,
  bids: KEYS.bids,
  receipt: [...KEYS.receipts, 7],
  bidHistory: [...KEYS.bidHistory, 'won'],
  exposure: KEYS.exposure,
  planUse: [...KEYS.planUse, 'limits'],
  siteLists: KEYS.siteLists,
  // Nothing that happens to auctions and bids concerns these.
  pause: KEYS.pause,
  connection: KEYS.connection,
}

/** A cache of which everything is shown, and the window whose events it follows. */
async function startCache() {
  const window = new EventTarget()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  let reads: string[] = []
  for (const [name, queryKey] of Object.entries(ENTRIES)) {
    const queryFn = async () => {
      reads.push(name)
      return name
    }
    await client.prefetchQuery({ queryKey, queryFn })
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  }
  reads = []
  followCacheEvents(client, window)
  const stale = () =>
    Object.entries(ENTRIES).flatMap(([name, queryKey]) =>
      client.getQueryCache().find({ queryKey, exact: true })?.state.isInvalidated ? [name] : [],
    )
  return { window, reads: () => reads.toSorted(), stale }
}

test.each<{ event: CacheEvent; reads: string[] }>([
  { event: 'auction_status_changed', reads: ['bidHistory', 'endedAuctions', 'openAuctions', 'planUse', 'siteLists'] },
  { event: 'auction-updated', reads: ['bidHistory', 'endedAuctions', 'openAuctions', 'planUse', 'siteLists'] },
  { event: 'auction_ended', reads: ['bidHistory', 'bids', 'endedAuctions', 'openAuctions', 'planUse'] },
  { event: 'bid_executed', reads: ['bidHistory', 'bids', 'exposure', 'planUse', 'receipt'] },
])('The window event $event has $reads read again, and nothing else', async ({ event, reads }) => {
  const cache = await startCache()
  cache.window.dispatchEvent(new Event(event))
  await expect.poll(cache.reads).toEqual(reads)
})

test('When the lists hold what has changed, they only become stale, and what depends on it is read again', async () => {
  const cache = await startCache()
  emitCacheEvent('auction_ended', { inPlace: true }, cache.window)
  await expect.poll(cache.reads).toEqual(['bidHistory', 'planUse'])
  expect(cache.stale()).toEqual(['openAuctions', 'endedAuctions', 'bids'])
})

test('What depends on many records that change together is read again once', async () => {
  const cache = await startCache()
  for (let n = 0; n < 30; n++) emitCacheEvent('bid_status_changed', { inPlace: true }, cache.window)
  emitCacheEvent('auction_status_changed', { inPlace: true }, cache.window)
  await expect.poll(cache.reads).toEqual(['bidHistory', 'exposure', 'planUse', 'receipt', 'siteLists'])
})

test('A new price that the list holds makes nothing stale', async () => {
  const cache = await startCache()
  emitCacheEvent('auction-updated', { inPlace: true }, cache.window)
  expect(cache.stale()).toEqual([])
  expect(cache.reads()).toEqual([])
})

test('Leaving the dashboard makes the auctions stale and reads nothing', async () => {
  const cache = await startCache()
  emitCacheEvent('dashboard_left', { inPlace: true }, cache.window)
  expect(cache.stale()).toEqual(['openAuctions', 'endedAuctions'])
  expect(cache.reads()).toEqual([])
})

test('A received auction is an update, an end or a change of its status', () => {
  const open = { status: 'active', closedBecause: null }
  const closed = { status: 'active', closedBecause: 'ended' }
  const won = { status: 'won', closedBecause: 'ended' }
  expect(auctionEvent(open, open)).toBe('auction-updated')
  expect(auctionEvent(open, closed)).toBe('auction_ended')
  expect(auctionEvent(closed, closed)).toBe('auction-updated')
  expect(auctionEvent(closed, won)).toBe('auction_status_changed')
  expect(auctionEvent(undefined, open)).toBe('auction_status_changed')
})

test('A received bid is a change, its execution or another change of its status', () => {
  const [pending, executed, won] = [{ status: 'pending' }, { status: 'executed' }, { status: 'won' }]
  expect(bidEvent(pending, pending)).toBe('bid_changed')
  expect(bidEvent(undefined, pending)).toBe('bid_status_changed')
  expect(bidEvent(pending, executed)).toBe('bid_executed')
  expect(bidEvent(executed, executed)).toBe('bid_status_changed')
  expect(bidEvent(executed, won)).toBe('bid_status_changed')
})
