import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { createAuctionStore } from './auction-store.ts'
import { viewOf } from './auction-view.ts'
import { joinBids } from './tracked-auction.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const [lamp, clock] = [createAuction({ id: 1 }), createAuction({ id: 2 })]
const viewsOf = (auctions: Parameters<typeof joinBids>[0]) =>
  joinBids(auctions, []).map((tracked) => viewOf(tracked, NOW))

/** The ids of the auctions whose listeners are called, in order. */
function follow(auctions: ReturnType<typeof createAuctionStore>, ids: readonly number[]): number[] {
  const called: number[] = []
  for (const id of ids) auctions.of(id).subscribe(() => called.push(id))
  return called
}

test('A changed auction calls the listeners of its own auction and of no other', () => {
  const auctions = createAuctionStore(viewsOf([lamp, clock]))
  const called = follow(auctions, [1, 2])
  auctions.hold(viewsOf([lamp, { ...clock, currentBid: 5 }]))
  expect(called).toEqual([2])
  expect(auctions.of(2).get()?.tracked.auction.currentBid).toBe(5)
  auctions.hold(viewsOf([lamp, { ...clock, currentBid: 5 }]))
  expect(called).toEqual([2, 2])
})

test('The same auctions call no listener', () => {
  const auctions = createAuctionStore(viewsOf([lamp, clock]))
  const called = follow(auctions, [1, 2])
  auctions.hold(viewsOf([lamp, clock]))
  expect(called).toEqual([])
})

test('A removed auction has no view, and an auction that comes back has one', () => {
  const auctions = createAuctionStore(viewsOf([lamp, clock]))
  const called = follow(auctions, [1, 2])
  auctions.hold(viewsOf([clock]))
  expect([auctions.of(1).get(), called]).toEqual([null, [1]])
  auctions.hold(viewsOf([clock]))
  expect(called).toEqual([1])
  auctions.hold(viewsOf([lamp, clock]))
  expect(auctions.of(1).get()?.tracked.auction).toBe(lamp)
})
