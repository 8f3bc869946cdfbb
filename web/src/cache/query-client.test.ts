import { CLIENT_CACHE } from '@bidwell/contract'
import { onlineManager, QueriesObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const cached = () => queryClient.getQueryCache().getAll().length

/** A page that shows many queries, and renders again at each answer, as with `useQueries`. */
function showPage(name: string, count: number) {
  const reads = new Map<number, number>()
  const queries = Array.from({ length: count }, (_, n) => ({
    queryKey: [name, n],
    queryFn: async () => {
      reads.set(n, (reads.get(n) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return n
    },
  }))
  const observer = new QueriesObserver(queryClient, queries)
  const leave = observer.subscribe(() => observer.setQueries(queries))
  return { leave, reads: () => [reads.size, Math.max(...reads.values())] }
}

test('More queries than the cache may keep are read once each, and stay until the page that shows them is left', async () => {
  const count = CLIENT_CACHE.maxEntries + 50
  const long = showPage('long', count)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([...long.reads(), cached()]).toEqual([count, 1, count])

  long.leave()
  const next = showPage('next', 10)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([...next.reads(), cached()]).toEqual([10, 1, CLIENT_CACHE.maxEntries])
  next.leave()
})

test('A write without a connection is tried at once, and never later by itself', async () => {
  let tries = 0
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      tries += 1
      throw new Error('No connection')
    },
  })
  onlineManager.setOnline(false)
  try {
    void write.execute(undefined).catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect([tries, write.state.status]).toEqual([1, 'error'])
  } finally {
    onlineManager.setOnline(true)
  }
  await queryClient.resumePausedMutations()
  expect(tries).toBe(1)
})
