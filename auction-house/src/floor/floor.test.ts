import { expect, test } from 'vitest'

import { EVENING } from '../../test/open-test-house.ts'
import { MOST_CLOSED } from '../auction/forget-old-listings.ts'
import { createHouse, type House } from '../house.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function floorAt(start: number, seed = 1) {
  let now = start
  const house = createHouse({ seed, floor: true, timer: { now: () => now } })
  return {
    house,
    advance: (ms: number) => {
      now += ms
      house.upToDate()
    },
  }
}

const open = (house: House) => [...house.listings.values()].filter(({ closed }) => !closed)

const endingBetween = (house: House, from: number, to: number) => {
  const now = house.clock.now()
  return open(house).filter(({ endsAt }) => endsAt > now + from && endsAt <= now + to).length
}

test('at any moment something ends within a minute, some lots in minutes, hours and days, a few hundred in all', () => {
  for (const start of [EVENING, EVENING + 12_345_678, EVENING + 40 * DAY_MS]) {
    const { house, advance } = floorAt(start)
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

const story = (house: House) =>
  [...house.listings.values()].map(({ itemId, title, endsAt, standing, bids }) => [
    itemId,
    title,
    endsAt,
    standing.priceCents,
    bids.map(({ bidder, maxCents, at }) => [bidder.name, maxCents, at]),
  ])

test('the same seed tells the same story, another seed another one', () => {
  const [first, second, other] = [floorAt(EVENING), floorAt(EVENING), floorAt(EVENING, 2)]
  for (const floor of [first, second, other]) floor.advance(10 * MINUTE_MS)
  expect(story(second.house)).toEqual(story(first.house))
  expect(story(other.house)).not.toEqual(story(first.house))
})

const openStory = (house: House) => story(house).filter(([itemId]) => !house.listings.get(Number(itemId))?.closed)

test('after a restart the same lots stand as they would have without it', () => {
  const running = floorAt(EVENING)
  running.advance(20 * MINUTE_MS)
  const restarted = floorAt(EVENING + 20 * MINUTE_MS)
  expect(openStory(restarted.house)).toEqual(openStory(running.house))
})

test('lots have nine-digit ids, prices that make sense, and mostly titles of their own', () => {
  const lots = open(floorAt(EVENING).house)
  for (const { itemId, startingPriceCents, endsAt, opensAt } of lots) {
    expect(String(itemId)).toHaveLength(9)
    expect(startingPriceCents).toBeGreaterThanOrEqual(499)
    expect(endsAt).toBeGreaterThan(opensAt)
    expect(endsAt % 1_000).toBe(0)
  }
  expect(new Set(lots.map(({ title }) => title)).size).toBeGreaterThan(lots.length * 0.85)
})

test('rivals of every temper bid, also in the last seconds, and leave some lots alone', () => {
  const { house, advance } = floorAt(EVENING)
  advance(HOUR_MS)
  const closed = [...house.listings.values()].filter(({ closed }) => closed)
  const lastSeconds = closed.filter(({ bids, endsAt }) => bids.some(({ at }) => at > endsAt - 15_000))
  const unsold = closed.filter(({ bids }) => bids.length === 0)
  expect(lastSeconds.length).toBeGreaterThan(closed.length * 0.1)
  expect(unsold.length).toBeGreaterThan(closed.length * 0.05)
  expect(unsold.length).toBeLessThan(closed.length * 0.5)
  for (const { bids, endsAt } of closed) for (const { at } of bids) expect(at).toBeLessThan(endsAt)
})

test('days later the house has not grown: old closed lots are forgotten', () => {
  const { house, advance } = floorAt(EVENING)
  for (let day = 0; day < 3; day++) advance(DAY_MS)
  expect(house.listings.size).toBeLessThan(MOST_CLOSED.untouched + 500)
  expect(house.closed.untouched.length).toBe(MOST_CLOSED.untouched)
  expect(open(house).length).toBeGreaterThan(200)
})
