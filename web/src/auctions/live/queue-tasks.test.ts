import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { queueTasks } from './queue-tasks.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000

const endingIn = (id: number, ms: number, status: 'active' | 'won' = 'active') => ({
  auction: createAuction({ id, endsOn: NOW + ms, status }),
  bid: null,
})
const due = (id: number) => ({
  auction: createAuction({ id, endsOn: NOW - MINUTE }),
  bid: createBid({ id: id + 100, trackedAuctionId: id, fireAt: NOW - MINUTE - 5_000 }),
})

test('Open auctions that end within five minutes wait in the queue once', () => {
  const auctions = [endingIn(1, 5 * MINUTE), endingIn(2, 5 * MINUTE + 1), endingIn(3, 0), endingIn(4, 1_000, 'won')]
  expect(queueTasks(auctions, NOW, true)).toEqual([
    { kind: 'preload', key: 'auction 1', at: NOW + 5 * MINUTE, repeats: false, auction: auctions[0]?.auction },
  ])
})

test('The results of due bids wait in the queue again and again, as long as this browser watches bids', () => {
  const auctions = [due(1), endingIn(2, 10 * MINUTE)]
  expect(queueTasks(auctions, NOW, true)).toEqual([
    { kind: 'result', key: 'bid 101', at: NOW - MINUTE - 5_000, repeats: true, bidId: 101 },
  ])
  expect(queueTasks(auctions, NOW, false)).toEqual([])
})
