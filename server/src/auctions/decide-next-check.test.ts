import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckedListing, decideNextCheck } from './decide-next-check.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 10, 20, 20)

const endingIn = (leftMs: number, other: Partial<CheckedListing> = {}): CheckedListing => ({
  endsAt: NOON + leftMs,
  closed: false,
  failures: 0,
  tracked: true,
  watched: true,
  ...other,
})

test.each([
  ['over a day: hourly', 30 * HOUR, HOUR],
  ['under a day: every 15 minutes', 20 * HOUR, 15 * MINUTE],
  ['under an hour: every 2 minutes', 40 * MINUTE, 2 * MINUTE],
  ['under ten minutes: every 20 seconds', 9 * MINUTE, 20 * SECOND],
  ['under two minutes: every 5 seconds', 90 * SECOND, 5 * SECOND],
])('a watched listing is read by its distance from the end; %s', (_, leftMs, everyMs) => {
  expect(decideNextCheck(endingIn(leftMs), NOON)).toBe(everyMs)
})

test('a listing that nobody watches keeps to two minutes however near its end', () => {
  expect(decideNextCheck(endingIn(9 * MINUTE, { watched: false }), NOON)).toBe(2 * MINUTE)
})

test('the close is looked for just after the end, whatever the pace', () => {
  expect(decideNextCheck(endingIn(10 * SECOND, { watched: false }), NOON)).toBe(12 * SECOND)
})

test('an auction past its end is read until the site says that it is closed', () => {
  expect(decideNextCheck(endingIn(-SECOND), NOON)).toBe(5 * SECOND)
  expect(decideNextCheck(endingIn(-HOUR), NOON)).toBe(15 * MINUTE)
  expect(decideNextCheck(endingIn(-SECOND, { closed: true }), NOON)).toBeNull()
})

test('a listing that nobody tracks any more is not read', () => {
  expect(decideNextCheck(endingIn(HOUR, { tracked: false }), NOON)).toBeNull()
})

test('each failure in a row doubles the wait, up to an hour', () => {
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 1 }), NOON)).toBe(10 * SECOND)
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 3 }), NOON)).toBe(40 * SECOND)
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 40 }), NOON)).toBe(HOUR)
})

test('an open listing that is tracked is always read again, within the hour and not in a rush', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400 * HOUR, max: 400 * HOUR }),
      fc.nat({ max: 2_000 }),
      fc.boolean(),
      (leftMs, failures, watched) => {
        const waitMs = decideNextCheck(endingIn(leftMs, { failures, watched }), NOON)
        expect(waitMs).toBeGreaterThanOrEqual(2 * SECOND)
        expect(waitMs).toBeLessThanOrEqual(HOUR)
      },
    ),
  )
})
