import { expect, test } from 'vitest'
import { createAuction } from '../../../test/lots.ts'
import { createLotStore } from './lot-store.ts'
import { viewOf } from './lot-view.ts'
import { joinBids } from './lot.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const [lamp, clock] = [createAuction({ id: 1 }), createAuction({ id: 2 })]
const viewsOf = (auctions: Parameters<typeof joinBids>[0]) => joinBids(auctions, []).map((lot) => viewOf(lot, NOW))

/** The ids of the lots whose listeners are called, in order. */
function follow(lots: ReturnType<typeof createLotStore>, ids: readonly number[]): number[] {
  const called: number[] = []
  for (const id of ids) lots.of(id).subscribe(() => called.push(id))
  return called
}

test('A changed auction calls the listeners of its own lot and of no other', () => {
  const lots = createLotStore(viewsOf([lamp, clock]))
  const called = follow(lots, [1, 2])
  lots.hold(viewsOf([lamp, { ...clock, currentBid: 5 }]))
  expect(called).toEqual([2])
  expect(lots.of(2).get()?.lot.auction.currentBid).toBe(5)
  lots.hold(viewsOf([lamp, { ...clock, currentBid: 5 }]))
  expect(called).toEqual([2, 2])
})

test('The same lots call no listener', () => {
  const lots = createLotStore(viewsOf([lamp, clock]))
  const called = follow(lots, [1, 2])
  lots.hold(viewsOf([lamp, clock]))
  expect(called).toEqual([])
})

test('A removed lot has no view, and a lot that comes back has one', () => {
  const lots = createLotStore(viewsOf([lamp, clock]))
  const called = follow(lots, [1, 2])
  lots.hold(viewsOf([clock]))
  expect([lots.of(1).get(), called]).toEqual([null, [1]])
  lots.hold(viewsOf([clock]))
  expect(called).toEqual([1])
  lots.hold(viewsOf([lamp, clock]))
  expect(lots.of(1).get()?.lot.auction).toBe(lamp)
})
