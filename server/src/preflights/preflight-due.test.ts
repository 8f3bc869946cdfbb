import { expect, test } from 'vitest'
import { checkpointsPassed, firstPreflight, nextPreflight } from '../bids/preflight-due.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRE_AT = Date.UTC(2026, 10, 20, 20)

const before = (ms: number) => FIRE_AT - ms
const next = (at: number, ...findings: Parameters<typeof nextPreflight>[2]) => nextPreflight(FIRE_AT, at, findings)

test('Preflights are due a day, an hour and a quarter of an hour before a bid fires', () => {
  expect(firstPreflight(FIRE_AT)).toEqual(new Date(before(24 * HOUR)))
  expect(next(before(24 * HOUR))).toEqual(new Date(before(HOUR)))
  expect(next(before(HOUR))).toEqual(new Date(before(15 * MINUTE)))
  expect(next(before(15 * MINUTE))).toBeNull()
})

test('A preflight less than a minute before a checkpoint counts for the checkpoint', () => {
  expect(next(before(HOUR + 30_000))).toEqual(new Date(before(15 * MINUTE)))
  expect(checkpointsPassed(FIRE_AT, before(HOUR + 30_000))).toBe(2)
})

test('A finding that can disappear by itself is checked again soon, until the engine arms the bid', () => {
  expect(next(before(3 * HOUR), 'site_unreachable')).toEqual(new Date(before(3 * HOUR) + MINUTE))
  expect(next(before(10 * MINUTE), 'unpaid_items')).toEqual(new Date(before(5 * MINUTE)))
  expect(next(before(3 * MINUTE), 'unpaid_items')).toBeNull()
})

test('A price past the maximum causes no further preflight by itself', () => {
  expect(next(before(10 * MINUTE), 'price_past_maximum')).toBeNull()
})
