import { expect, test } from 'vitest'
import { createBid } from '../../test/auctions.ts'
import type { Problem } from './problem.ts'
import { countSafeAgain } from './safe-again.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const [lionel, lamp] = [createBid({ id: 1 }), createBid({ id: 2 })]
const bids = [lionel, lamp]
const refs = bids.map(({ id, trackedAuctionId, title, fireAt }) => ({
  id,
  auctionId: trackedAuctionId,
  title,
  fireAt,
  closesAt: fireAt,
}))

const paused: Problem = {
  kind: 'pause',
  key: 'pause',
  effect: 'stops',
  ofAuctions: false,
  pause: { own: { since: '2026-11-20T19:00:00.000Z' }, operator: null },
  bids: refs,
}
const silent: Problem = {
  kind: 'site_silent',
  key: 'site_silent',
  effect: 'endangers',
  ofAuctions: false,
  refuses: false,
  bids: refs,
}
const unpaid: Problem = {
  kind: 'finding',
  key: 'unpaid_items',
  effect: 'stops',
  ofAuctions: false,
  finding: { code: 'unpaid_items', severity: 'red', message: '', remedy: 'pay_at_site', url: null },
  bids: refs.slice(0, 1),
}

test('Bids that nothing stops any more are safe again', () => {
  expect(countSafeAgain([paused], [], bids, NOW)).toBe(2)
  expect(countSafeAgain([paused], [paused], bids, NOW)).toBe(0)
  expect(countSafeAgain([], [], bids, NOW)).toBe(0)
})

test('A bid that something else stops is not safe, and the others are', () => {
  expect(countSafeAgain([paused, unpaid], [unpaid], bids, NOW)).toBe(1)
  expect(countSafeAgain([unpaid], [paused, unpaid], bids, NOW)).toBe(0)
})

test('A bid that is cancelled or sent is not safe again, nor one that was only in danger', () => {
  const gone = [
    { ...lionel, status: 'cancelled' as const },
    { ...lamp, phase: 'sent' as const },
  ]
  expect(countSafeAgain([paused], [], gone, NOW)).toBe(0)
  expect(countSafeAgain([paused], [], bids, lionel.fireAt)).toBe(0)
  expect(countSafeAgain([silent], [], bids, NOW)).toBe(0)
})

test('A finding that is dropped because an engine holds the bid makes nothing safe, and its resolution does', () => {
  expect(countSafeAgain([unpaid], [], [{ ...lionel, phase: 'armed' }, lamp], NOW)).toBe(0)
  expect(countSafeAgain([unpaid], [], bids, NOW)).toBe(1)
})
