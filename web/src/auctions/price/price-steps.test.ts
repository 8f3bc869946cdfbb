import { expect, test } from 'vitest'
import { placeIn, priceSteps, stepPath } from './price-steps.ts'
import { createAuction } from '../../../test/lots.ts'

const T = Date.parse('2026-11-20T20:00:00Z')
const BOX = { width: 100, height: 20 }
const auction = createAuction({
  priceHistory: [
    { at: T, price: 10, bidCount: 0 },
    { at: T + 500, price: 20, bidCount: 2 },
  ],
  currentBid: 20,
  endsOn: T + 10_000,
  lastCheckedAt: T + 900,
})

test('the price is drawn in steps, up to now', () => {
  expect(stepPath(priceSteps(auction, null, T + 1_000), BOX)).toBe('M0 20H50V0H100')
})

test('the picture reaches up to the maximum, so that its line is in it', () => {
  const steps = priceSteps(auction, 30, T + 1_000)
  expect(stepPath(steps, BOX)).toBe('M0 20H50V10H100')
  expect(placeIn(steps, BOX).y(30)).toBe(0)
})

test('a price newer than the history is its last step', () => {
  expect(priceSteps({ ...auction, currentBid: 25 }, null, T + 1_000).points.at(-1)).toEqual({ at: T + 900, price: 25 })
})

test('after the close the picture ends at the close', () => {
  expect(priceSteps(auction, null, T + 99_000).until).toBe(T + 10_000)
})

test('a price that never moved, or was seen only once, is a level line', () => {
  const still = createAuction({ priceHistory: [], currentBid: 20, lastCheckedAt: T, createdAt: T, endsOn: T + 9_000 })
  expect(stepPath(priceSteps(still, null, T), BOX)).toBe('M0 10H100')
})
