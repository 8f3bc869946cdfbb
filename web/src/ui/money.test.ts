import { expect, test } from 'vitest'
import { centsFromTyped, centsOf, formatDollars } from './money.ts'

test('Dollars convert to whole cents despite binary rounding errors', () => {
  expect(centsOf(0.29)).toBe(29)
  expect(centsOf(1.005 * 100)).toBe(10_050)
  expect(centsOf(1234.5)).toBe(123_450)
})

test('Dollars are formatted with cents and thousands separators', () => {
  expect(formatDollars(1234.5)).toBe('$1,234.50')
  expect(formatDollars(0)).toBe('$0.00')
})

test.each([
  ['240', 24_000],
  ['$240.00', 24_000],
  [' $ 1,234.5 ', 123_450],
  ['.5', 50],
  ['12.', 1_200],
])('The typed amount %j is parsed to cents', (typed, cents) => {
  expect(centsFromTyped(typed)).toBe(cents)
})

test.each(['', '.', '$', '12.345', '1,23', '-5', '1e3', '12 34', 'ten'])(
  'The typed text %j is not an amount',
  (typed) => {
    expect(centsFromTyped(typed)).toBeNull()
  },
)
