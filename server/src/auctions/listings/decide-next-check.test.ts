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
  ['more than a day', 30 * HOUR, HOUR],
  ['less than a day', 20 * HOUR, 15 * MINUTE],
  ['less than an hour', 40 * MINUTE, 2 * MINUTE],
  ['less than ten minutes', 9 * MINUTE, 20 * SECOND],
  ['less than two minutes', 90 * SECOND, 5 * SECOND],
])('A watched listing with %s left (%i ms) is read again after %i ms', (_left, leftMs, intervalMs) => {
  expect(decideNextCheck(endingIn(leftMs), NOON)).toBe(intervalMs)
})

test('An unwatched listing near its end is read every two minutes', () => {
  expect(decideNextCheck(endingIn(9 * MINUTE, { watched: false }), NOON)).toBe(2 * MINUTE)
})

test('An unwatched listing is read just after its end', () => {
  expect(decideNextCheck(endingIn(10 * SECOND, { watched: false }), NOON)).toBe(12 * SECOND)
})

test('A listing past its end is read ever more rarely until the site shows it as closed', () => {
  expect(decideNextCheck(endingIn(-SECOND), NOON)).toBe(5 * SECOND)
  expect(decideNextCheck(endingIn(-HOUR), NOON)).toBe(15 * MINUTE)
  expect(decideNextCheck(endingIn(-SECOND, { closed: true }), NOON)).toBeNull()
})

test('A listing that no user tracks is not read', () => {
  expect(decideNextCheck(endingIn(HOUR, { tracked: false }), NOON)).toBeNull()
})

test('Each failure in a row doubles the wait, up to an hour', () => {
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 1 }), NOON)).toBe(10 * SECOND)
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 3 }), NOON)).toBe(40 * SECOND)
  expect(decideNextCheck(endingIn(90 * SECOND, { failures: 40 }), NOON)).toBe(HOUR)
})

test('A tracked open listing is always read again, after at least two seconds and at most an hour', () => {
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
