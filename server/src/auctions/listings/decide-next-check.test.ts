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

test.each([
  ['more than a day', 30 * HOUR, 2 * HOUR],
  ['less than a day', 20 * HOUR, 30 * MINUTE],
  ['less than an hour', 40 * MINUTE, 2 * MINUTE],
  ['less than ten minutes', 9 * MINUTE, 2 * MINUTE],
])('A listing that no user looks at, with %s left (%i ms), is read again after %i ms', (_left, leftMs, intervalMs) => {
  expect(decideNextCheck(endingIn(leftMs, { watched: false }), NOON)).toBe(intervalMs)
})

/** The reads of an auction that is tracked seven days before its end, the one at its close among them. */
function readsOfSevenDays(isWatched: (leftMs: number) => boolean) {
  let [reads, leftMs] = [0, 7 * 24 * HOUR]
  while (leftMs > 0) {
    leftMs -= decideNextCheck(endingIn(leftMs, { watched: isWatched(leftMs) }), NOON)!
    reads += 1
  }
  return reads
}

test('An auction of seven days is read at most two hundred times, also if its user looks for the last hour', () => {
  expect(readsOfSevenDays(() => false)).toBe(148)
  expect(readsOfSevenDays((leftMs) => leftMs <= HOUR)).toBe(191)
  expect(readsOfSevenDays(() => true)).toBe(309)
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

test('A tracked open listing is always read again, after at least two seconds and at most two hours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400 * HOUR, max: 400 * HOUR }),
      fc.nat({ max: 2_000 }),
      fc.boolean(),
      (leftMs, failures, watched) => {
        const waitMs = decideNextCheck(endingIn(leftMs, { failures, watched }), NOON)
        expect(waitMs).toBeGreaterThanOrEqual(2 * SECOND)
        expect(waitMs).toBeLessThanOrEqual(2 * HOUR)
      },
    ),
  )
})
