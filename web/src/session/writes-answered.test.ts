import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../cache/query-client.ts'
import { writesAnswered } from './writes-answered.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A write that is answered after a time; null for one that never is. */
function write(answeredAfterMs: number | null) {
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      if (answeredAfterMs !== null) setTimeout(resolve, answeredAfterMs)
    })
  void queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
}

/** After how many seconds the wait for all writes has ended; null when it has not. */
async function secondsWaited() {
  const start = Date.now()
  const waited = writesAnswered().then(() => Math.floor((Date.now() - start) / 1_000))
  await vi.advanceTimersByTimeAsync(120_000)
  return Promise.race([waited, Promise.resolve(null)])
}

test('Without a write under way, nothing is waited for', async () => {
  expect(await secondsWaited()).toBe(0)
})

test('The last answer of several writes ends the wait', async () => {
  write(2_000)
  write(20_000)
  expect(await secondsWaited()).toBe(20)
})

test('A write that is never answered is waited for as long as a request may take', async () => {
  write(2_000)
  write(null)
  expect(await secondsWaited()).toBe(30)
})
