import { expect, test } from 'vitest'
import { inOrder, type Ordered, waitsOf, withFirst } from './group-order.ts'

const NOON = Date.parse('2026-11-21T02:00:00Z')

/** A bid with five seconds of lead, closing so many seconds after noon. */
const closing = (key: number, seconds: number, isOut = false): Ordered => ({
  key,
  title: `Lamp ${key}`,
  endsAt: NOON + seconds * 1_000,
  leadMs: 5_000,
  isOut,
})

const keysOf = (order: readonly Ordered[]) => order.map(({ key }) => key)

test('Bids go out by their closes, and where they overlap as their owner prefers', () => {
  const [first, second, third, later] = [closing(1, 0), closing(2, 6), closing(3, 10), closing(4, 3_600)]
  const all = [later, third, first, second]
  expect(keysOf(inOrder(all, []))).toEqual([1, 2, 3, 4])
  expect(keysOf(inOrder(all, [3]))).toEqual([3, 1, 2, 4])
  expect(keysOf(inOrder(all, [2, 1]))).toEqual([2, 1, 3, 4])
})

test('A preferred bid that closes an hour later still goes out last', () => {
  expect(keysOf(inOrder([closing(1, 0), closing(2, 3_600)], [2, 1]))).toEqual([1, 2])
})

test('The bid that is to come first passes those that it overlaps with, and no other', () => {
  const order = [closing(1, 0), closing(2, 3_600), closing(3, 3_606), closing(4, 3_610)]
  expect(withFirst(order, 4)).toEqual([1, 4, 2, 3])
  expect(keysOf(inOrder(order, withFirst(order, 4)))).toEqual([1, 4, 2, 3])
})

test('A bid waits for the result before it: in order, late, or not at all when the two overlap', () => {
  const order = [closing(1, 0), closing(2, 6), closing(3, 20), closing(4, 3_600)]
  expect(waitsOf(order, 1)).toMatchObject([
    null,
    { relation: 'overlap', closesAfterS: 6, isAbove: true, canGoFirst: true },
    { relation: 'may_fire_late', closesAfterS: 14, canGoFirst: true },
    { relation: 'in_order', canGoFirst: false },
  ])
})

test('With two wins, the first two bids wait for none, and the third waits for the first', () => {
  expect(waitsOf([closing(1, 0), closing(2, 6), closing(3, 20)], 2)).toMatchObject([
    null,
    null,
    { relation: 'in_order', for: { key: 1 }, isAbove: false },
  ])
})

test('A bid that is out keeps its place', () => {
  const order = [closing(1, 0, true), closing(2, 6), closing(3, 10)]
  expect(waitsOf(order, 1).map((wait) => wait?.canGoFirst)).toEqual([undefined, false, true])
  expect(withFirst(order, 3)).toEqual([1, 3, 2])
})
