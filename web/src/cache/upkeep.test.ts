import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventStreamOpen } from '../events/event-stream.ts'
import { KEYS } from './query-keys.ts'
import { ttlFactor } from './ttl.ts'
import { startUpkeep } from './upkeep.ts'

// On a server, nothing goes stale.
environmentManager.setIsServer(() => false)

beforeEach(() => {
  vi.useFakeTimers()
  eventStreamOpen.set(false)
})
afterEach(() => {
  vi.useRealTimers()
})

type Options = { read?: () => number; isShown?: boolean; usedBytes?: number }

/** A page that shows the open auctions, which stay fresh for ten seconds, and its upkeep. */
async function startPage({ read = () => 1, isShown = true, usedBytes }: Options = {}) {
  const client = new QueryClient()
  let reads = 0
  const options = {
    queryKey: KEYS.openAuctions,
    queryFn: async () => {
      reads += 1
      return read()
    },
    staleTime: 10_000,
  }
  await client.prefetchQuery(options)
  const leave = new QueryObserver(client, options).subscribe(() => {})
  let turns = 0
  const runQueue = () => void (turns += 1)
  const stop = startUpkeep(client, { runQueue, isShown: () => isShown, usedBytes: () => usedBytes ?? null })
  return {
    client,
    reads: () => reads - 1,
    turns: () => turns,
    [Symbol.dispose]() {
      stop()
      leave()
    },
  }
}

test('While the event stream is down, a list is read again as soon as it is stale', async () => {
  using page = await startPage()
  await vi.advanceTimersByTimeAsync(35_000)
  expect(page.reads()).toBe(3)
})

test('While the event stream is open, a list is read again every five minutes', async () => {
  eventStreamOpen.set(true)
  using page = await startPage()
  await vi.advanceTimersByTimeAsync(299_000)
  expect(page.reads()).toBe(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(page.reads()).toBe(1)
})

test('A page that nobody sees is not polled', async () => {
  using page = await startPage({ isShown: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.reads()).toBe(0)
})

test('The queue is worked on at once and then every 30 seconds', async () => {
  using page = await startPage()
  expect(page.turns()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.turns()).toBe(3)
})

test('Every two minutes, the time for which lists stay fresh follows what the reads bring, until the stream changes', async () => {
  let price = 0
  using page = await startPage({ read: () => (price += 1) })
  await vi.advanceTimersByTimeAsync(119_000)
  expect(ttlFactor.value).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([ttlFactor.value, page.reads() > 3]).toEqual([0.5, true])
  // A failed attempt to reconnect is no change.
  eventStreamOpen.set(false)
  expect(ttlFactor.value).toBe(0.5)
  eventStreamOpen.set(true)
  expect(ttlFactor.value).toBe(1)
})

test('Every minute, memory beyond 50 MB is freed of what the page does not show', async () => {
  using page = await startPage({ usedBytes: 60 * 1_024 * 1_024 })
  page.client.setQueryData(['left'], 1)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(page.client.getQueryData(['left'])).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(page.client.getQueryData(['left'])).toBeUndefined()
  expect(page.client.getQueryData(KEYS.openAuctions)).toBe(1)
})
