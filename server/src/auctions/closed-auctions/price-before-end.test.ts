import { expect, test } from 'vitest'
import { pricesBeforeEnd, type PriceStep } from './price-before-end.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const END = Date.UTC(2026, 10, 20, 20)

/** A price first shown `before` the end; `previousSeen` before the end, a reading last showed the price before it. */
const step = (before: number, priceCents: number, previousSeen: number | null = null): PriceStep => ({
  at: END - before,
  priceCents,
  previousSeenAt: previousSeen === null ? null : END - previousSeen,
})
const pricesOf = (...steps: PriceStep[]) => Object.values(pricesBeforeEnd({ steps, readAt: END + 2_000 }, END))

test('A price that every reading shows until the close holds at each time before the end', () => {
  expect(pricesOf(step(30 * HOUR, 999))).toEqual([999, 999, 999])
})

test('A price counts from the reading that first showed it until the last one that showed it', () => {
  const steps = [step(50 * HOUR, 999), step(20 * HOUR, 1_500, 21 * HOUR), step(10 * MINUTE, 2_000, 12 * MINUTE)]
  expect(pricesOf(...steps)).toEqual([999, 1_500, 1_500])
})

/** A price that a reading last showed `before` the end. */
const lastSeen = (before: number) => [step(60 * HOUR, 999), step(MINUTE, 2_000, before)]

test.each([
  ['six hours', 24 * HOUR, 6 * HOUR, 0],
  ['fifteen minutes', HOUR, 15 * MINUTE, 1],
  ['three minutes 45 seconds', 15 * MINUTE, 3.75 * MINUTE, 2],
])('A price of which the last reading is more than %s older is not taken', (_text, lead, tolerance, position) => {
  expect(pricesOf(...lastSeen(lead + tolerance))[position]).toBe(999)
  expect(pricesOf(...lastSeen(lead + tolerance + 1))[position]).toBeNull()
})

test('A time before the first reading has no price', () => {
  expect(pricesOf(step(30 * MINUTE, 999))).toEqual([null, null, 999])
  expect(pricesOf()).toEqual([null, null, null])
})

test('A step that does not tell when the price before was last seen counts only that price’s first reading', () => {
  expect(pricesOf(step(25 * HOUR, 999), step(MINUTE, 2_000))).toEqual([999, null, null])
})
