import { expect, test } from 'vitest'
import { minutesAndSeconds } from './use-seconds-until.ts'

test.each([
  [5, '0:05'],
  [845, '14:05'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [86_400, '24:00:00'],
])('A countdown of %d seconds reads %s', (seconds, text) => {
  expect(minutesAndSeconds(seconds)).toBe(text)
})
