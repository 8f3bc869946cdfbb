import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { placeIn, priceSteps, stepPath } from './price-steps.ts'

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

test('The price is drawn in steps until now', () => {
  expect(stepPath(priceSteps(auction, null, T + 1_000), BOX)).toBe('M0 20H50V0H100')
})

test('The price range includes the maximum', () => {
  const steps = priceSteps(auction, 30, T + 1_000)
  expect(stepPath(steps, BOX)).toBe('M0 20H50V10H100')
  expect(placeIn(steps, BOX).y(30)).toBe(0)
})

test('A price newer than the history is the last step', () => {
  expect(priceSteps({ ...auction, currentBid: 25 }, null, T + 1_000).points.at(-1)).toEqual({ at: T + 900, price: 25 })
})

test('A price that was read at the end of the chart belongs to it, and a later one does not', () => {
  expect(priceSteps(auction, null, T + 500).points).toHaveLength(2)
  expect(priceSteps({ ...auction, currentBid: 10 }, null, T + 499).points).toHaveLength(1)
})

test('The chart of an ended auction ends at its close', () => {
  expect(priceSteps(auction, null, T + 99_000).until).toBe(T + 10_000)
})

test('A price that was read once is a level line', () => {
  const still = createAuction({ priceHistory: [], currentBid: 20, lastCheckedAt: T, createdAt: T, endsOn: T + 9_000 })
  expect(stepPath(priceSteps(still, null, T), BOX)).toBe('M0 10H100')
})
