import { expect, test } from 'vitest'
import { amountPattern } from './amount-pattern.ts'

test.each([
  [4_321.09, '"max_bid":4321.09,', true],
  [4_321.09, 'up to $4,321.09.', true],
  [4_321.09, '432109', true],
  [4_321.09, '0.00432109', false],
  [4_321.09, '4321.091', false],
  [4_321.09, '84,321.09', false],
  [4_321, '"day_limit":4321}', true],
  [4_321, 'at most $4,321.00 a day', true],
  [4_321, '432100', true],
  [4_321, '4e644a7e-4321-441d-bf04-97528080b400@example.com', false],
  [4_321, '27147112.4321', false],
  [4_321, '4321.5', false],
  [9_876.54, '2026-11-27T02:38:05.987Z', false],
])('%d is found in %s: %s', (amount, text, isFound) => {
  expect(amountPattern(amount).test(text)).toBe(isFound)
})
