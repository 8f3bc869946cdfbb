import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { viewOf } from '../tracked/auction-view.ts'
import { pricesOf, progressOf, startRefresh } from './prices.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000
const view = (id: number, readAgoMs: number, auction: Parameters<typeof createAuction>[0] = {}) =>
  viewOf(
    {
      auction: createAuction({ id, endsOn: NOW + 60 * MINUTE, lastCheckedAt: NOW - readAgoMs, ...auction }),
      bid: null,
    },
    NOW,
  )

test('Only open auctions count among the prices', () => {
  const over = view(3, 90 * MINUTE, { endsOn: NOW - MINUTE })
  expect(pricesOf([view(1, MINUTE), view(2, 3 * MINUTE), over])).toEqual({ count: 2, oldestAt: NOW - 3 * MINUTE })
  expect(pricesOf([over])).toBeNull()
})

test('A refresh counts the prices that were read since, and leaves out what nobody asked for', () => {
  const before = [view(1, 3 * MINUTE), view(2, 3 * MINUTE), view(3, 3 * MINUTE)]
  const refresh = startRefresh([1, 2], 1_000, before, NOW)
  expect(progressOf(refresh, before, NOW)).toEqual({ done: 0, of: 2, isOver: false })
  expect(progressOf(refresh, [view(1, 0), view(2, 3 * MINUTE), view(3, 0)], NOW)).toEqual({
    done: 1,
    of: 2,
    isOver: false,
  })
  expect(progressOf(refresh, [view(1, 0), view(2, 0)], NOW)).toEqual({ done: 2, of: 2, isOver: true })
})

test('A refresh does not wait for an auction that was removed, has ended or cannot be read, and does not count the last as read', () => {
  const before = [1, 2, 3].map((id) => view(id, 3 * MINUTE))
  const refresh = startRefresh([1, 2, 3], 1_000, before, NOW)
  const ended = view(2, 3 * MINUTE, { endsOn: NOW - 1 })
  const failed = view(3, 3 * MINUTE, { checkError: 'The site did not answer.' })
  expect(progressOf(refresh, [ended, failed], NOW)).toEqual({ done: 2, of: 3, isOver: true })
})

test('A refresh is over some seconds after its last price was due, and says how many were read', () => {
  const before = [view(1, 3 * MINUTE), view(2, 3 * MINUTE)]
  const refresh = startRefresh([1, 2], 30_000, before, NOW)
  const after = [view(1, 0), view(2, 3 * MINUTE)]
  expect(progressOf(refresh, after, NOW + 35_000).isOver).toBe(false)
  expect(progressOf(refresh, after, NOW + 40_000)).toEqual({ done: 1, of: 2, isOver: true })
})
