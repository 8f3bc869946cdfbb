import { expect, test } from 'vitest'
import { wilsonInterval } from './wilson-interval.ts'

// Newcombe, Statistics in Medicine 17 (1998), table I, method 3: Wilson's score without continuity correction.
test.each([
  { count: 81, of: 263, low: 0.2553, high: 0.3662 },
  { count: 15, of: 148, low: 0.0624, high: 0.1605 },
  { count: 0, of: 20, low: 0, high: 0.1611 },
  { count: 1, of: 29, low: 0.0061, high: 0.1718 },
])('The interval of $count of $of is the published one', ({ count, of, low, high }) => {
  const interval = wilsonInterval(count, of)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('The interval of all bids ends at 1, and mirrors that of none', () => {
  const all = wilsonInterval(20, 20)
  expect(all.high).toBe(1)
  expect(all.low).toBeCloseTo(1 - wilsonInterval(0, 20).high, 12)
})
