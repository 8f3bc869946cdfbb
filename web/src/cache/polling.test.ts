import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isPollDue, pollDue } from './polling.ts'
import { KEYS } from './query-keys.ts'

const NOW = 1_800_000_000_000
const read = (secondsAgo: number, isStale: boolean) => ({ isStale, readAt: NOW - secondsAgo * 1_000, failedAt: 0 })

test('While the event stream is down, what is stale is read again, and everything every minute', () => {
  expect(isPollDue(read(3, true), false, NOW)).toBe(true)
  expect(isPollDue(read(3, false), false, NOW)).toBe(false)
  expect(isPollDue(read(59, false), false, NOW)).toBe(false)
  expect(isPollDue(read(60, false), false, NOW)).toBe(true)
})

test('While the event stream is open, everything is read again every five minutes only', () => {
  expect(isPollDue(read(299, true), true, NOW)).toBe(false)
  expect(isPollDue(read(300, true), true, NOW)).toBe(true)
})

test('After a failed read, the server is left alone for ten seconds', () => {
  expect(isPollDue({ ...read(60, true), failedAt: NOW - 9_999 }, false, NOW)).toBe(false)
  expect(isPollDue({ ...read(60, true), failedAt: NOW - 10_000 }, false, NOW)).toBe(true)
})

test('Polling reads what is shown and the event stream would update, and nothing else', async () => {
  const client = new QueryClient()
  const reads: string[] = []
  const keep = (queryKey: readonly string[]) => ({
    queryKey,
    queryFn: async () => {
      reads.push(queryKey.join(' '))
      return 1
    },
    staleTime: Infinity,
  })
  const shown = [KEYS.openAuctions, KEYS.unread, KEYS.receipts]
  for (const queryKey of [...shown, KEYS.bids]) await client.prefetchQuery(keep(queryKey))
  for (const queryKey of shown) new QueryObserver(client, keep(queryKey)).subscribe(() => {})
  reads.length = 0
  const inTwoMinutes = (client.getQueryState(KEYS.unread)?.dataUpdatedAt ?? 0) + 120_000

  pollDue(client, true, inTwoMinutes)
  expect(reads).toEqual([])
  pollDue(client, false, inTwoMinutes)
  // The reads are under way, so nothing is read twice.
  pollDue(client, false, inTwoMinutes)
  expect(reads).toEqual(['auctions open', 'unread-notifications'])
})
