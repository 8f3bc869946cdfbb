import { expect, test } from 'vitest'
import { maximumOf } from './maximum.ts'

test('A positive whole number of cents is a maximum', () => {
  expect(maximumOf({ max_bid_cents: 1 })).toBe(1)
  expect(maximumOf({ max_bid_cents: 2_500 })).toBe(2_500)
})

test.each([0, -1, 0.5, 2_500.5, 2 ** 53, NaN, Infinity, -Infinity])('%d cents are rejected as a maximum', (cents) => {
  expect(() => maximumOf({ max_bid_cents: cents })).toThrow(RangeError)
})
