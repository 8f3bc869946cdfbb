import { expect, test } from 'vitest'
import { centsFromTyped, centsOf, formatDollars } from './money.ts'

test('dollars become whole cents, whatever binary fractions make of them', () => {
  expect(centsOf(0.29)).toBe(29)
  expect(centsOf(1.005 * 100)).toBe(10_050)
  expect(centsOf(1234.5)).toBe(123_450)
})

test('money is shown with its cents and its thousands', () => {
  expect(formatDollars(1234.5)).toBe('$1,234.50')
  expect(formatDollars(0)).toBe('$0.00')
})

test.each([
  ['240', 24_000],
  ['$240.00', 24_000],
  [' $ 1,234.5 ', 123_450],
  ['.5', 50],
  ['12.', 1_200],
])('a typed %j is understood', (typed, cents) => {
  expect(centsFromTyped(typed)).toBe(cents)
})

test.each(['', '.', '$', '12.345', '1,23', '-5', '1e3', '12 34', 'ten'])('a typed %j is not an amount', (typed) => {
  expect(centsFromTyped(typed)).toBeNull()
})
