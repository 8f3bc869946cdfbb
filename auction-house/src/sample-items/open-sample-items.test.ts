import { expect, test } from 'vitest'
import { EVENING } from '../../test/open-test-house.ts'
import { MAX_CLOSED } from '../auction/drop-old-listings.ts'
import { createHouse, type House } from '../house.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function houseAt(start: number, seed = 1) {
  let now = start
  const house = createHouse({ seed, sampleItems: true, timer: { now: () => now } })
  return {
    house,
    advance: (ms: number) => {
      now += ms
      house.catchUp()
    },
  }
}

const open = (house: House) => [...house.listings.values()].filter(({ closed }) => !closed)

const endingBetween = (house: House, from: number, to: number) => {
  const now = house.clock.now()
  return open(house).filter(({ endsAt }) => endsAt > now + from && endsAt <= now + to).length
}

test('A few hundred sample items are open at any time, and some of them end within a minute, minutes, hours and days', () => {
  for (const start of [EVENING, EVENING + 12_345_678, EVENING + 40 * DAY_MS]) {
    const { house, advance } = houseAt(start)
    for (let count = 0; count < 60; count++) {
      advance(7_000)
      expect(endingBetween(house, 0, MINUTE_MS)).toBeGreaterThanOrEqual(1)
      expect(endingBetween(house, 2 * MINUTE_MS, 5 * MINUTE_MS)).toBeGreaterThanOrEqual(3)
      expect(endingBetween(house, HOUR_MS, 12 * HOUR_MS)).toBeGreaterThanOrEqual(20)
      expect(endingBetween(house, DAY_MS, 8 * DAY_MS)).toBeGreaterThanOrEqual(10)
      expect(open(house).length).toBeGreaterThan(200)
      expect(open(house).length).toBeLessThan(500)
    }
  }
})

const historyOf = (house: House) =>
  [...house.listings.values()].map(({ itemId, title, endsAt, standing, bids }) => [
    itemId,
    title,
    endsAt,
    standing.priceCents,
    bids.map(({ bidder, maxCents, at }) => [bidder.name, maxCents, at]),
  ])

test('The same seed gives the same items and bids, and another seed gives others', () => {
  const [first, second, other] = [houseAt(EVENING), houseAt(EVENING), houseAt(EVENING, 2)]
  for (const each of [first, second, other]) each.advance(10 * MINUTE_MS)
  expect(historyOf(second.house)).toEqual(historyOf(first.house))
  expect(historyOf(other.house)).not.toEqual(historyOf(first.house))
})

const openHistoryOf = (house: House) =>
  historyOf(house).filter(([itemId]) => !house.listings.get(Number(itemId))?.closed)

test('A restart leaves the sample items as they would be without it', () => {
  const running = houseAt(EVENING)
  running.advance(20 * MINUTE_MS)
  const restarted = houseAt(EVENING + 20 * MINUTE_MS)
  expect(openHistoryOf(restarted.house)).toEqual(openHistoryOf(running.house))
})

test('Sample items have nine-digit ids, plausible prices and mostly unique titles', () => {
  const items = open(houseAt(EVENING).house)
  for (const { itemId, startingPriceCents, endsAt, opensAt } of items) {
    expect(String(itemId)).toHaveLength(9)
    expect(startingPriceCents).toBeGreaterThanOrEqual(499)
    expect(endsAt).toBeGreaterThan(opensAt)
    expect(endsAt % 1_000).toBe(0)
  }
  expect(new Set(items.map(({ title }) => title)).size).toBeGreaterThan(items.length * 0.85)
})

test('Rivals bid on most sample items, some of them in the last seconds', () => {
  const { house, advance } = houseAt(EVENING)
  advance(HOUR_MS)
  const closed = [...house.listings.values()].filter(({ closed }) => closed)
  const lastSeconds = closed.filter(({ bids, endsAt }) => bids.some(({ at }) => at > endsAt - 15_000))
  const unsold = closed.filter(({ bids }) => bids.length === 0)
  expect(lastSeconds.length).toBeGreaterThan(closed.length * 0.1)
  expect(unsold.length).toBeGreaterThan(closed.length * 0.05)
  expect(unsold.length).toBeLessThan(closed.length * 0.5)
  for (const { bids, endsAt } of closed) for (const { at } of bids) expect(at).toBeLessThan(endsAt)
})

test('After days the house has dropped old closed items', () => {
  const { house, advance } = houseAt(EVENING)
  for (let day = 0; day < 3; day++) advance(DAY_MS)
  expect(house.listings.size).toBeLessThan(MAX_CLOSED.others + 500)
  expect(house.closed.others.length).toBe(MAX_CLOSED.others)
  expect(open(house).length).toBeGreaterThan(200)
})
