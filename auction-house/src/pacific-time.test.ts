import { expect, test } from 'vitest'
import {
  bidMessageTime,
  dashboardTime,
  endOfPacificDay,
  naivePacific,
  pacificForPeople,
  pacificTimeForPeople,
  remainingTime,
} from './pacific-time.ts'

const OCTOBER = Date.UTC(2026, 9, 8, 3, 39)

test.each([
  [OCTOBER, '2026-10-07T20:39:00'],
  [OCTOBER + 350, '2026-10-07T20:39:00.35'],
  [OCTOBER + 29_213.9, '2026-10-07T20:39:29.213'],
  [Date.UTC(2026, 10, 1, 8, 30), '2026-11-01T01:30:00'],
  [Date.UTC(2026, 10, 1, 9, 30), '2026-11-01T01:30:00'],
  [Date.UTC(2027, 2, 14, 10, 0), '2027-03-14T03:00:00'],
])('The instant %d is %s as Pacific time without an offset', (instant, text) => {
  expect(naivePacific(instant)).toBe(text)
})

test('The dashboard, bid messages and pages each have their own format of a time', () => {
  expect(dashboardTime(OCTOBER)).toBe('10/07/2026 20:39:00')
  expect(bidMessageTime(OCTOBER)).toBe('10/7/2026 8:39:00 PM PT')
  expect(bidMessageTime(Date.UTC(2026, 0, 2, 8, 5))).toBe('1/2/2026 12:05:00 AM PT')
  expect(pacificForPeople(OCTOBER + 7)).toBe('Wed, Oct 7, 2026, 8:39:00.007 PM PDT')
  expect(pacificTimeForPeople(OCTOBER + 7)).toBe('Oct 7, 8:39:00.007 PM PDT')
})

test.each([
  [29 * 60_000 + 43_900, '29m 43s '],
  [4 * 3_600_000 + 14 * 60_000, '4h 14m '],
  [62 * 3_600_000, '2d 14h '],
  [-5, '0m 0s '],
])('A remaining time of %d ms is formatted as %j', (leftMs, text) => {
  expect(remainingTime(leftMs)).toBe(text)
})

test('A Pacific day is over at its midnight, and malformed days have no end', () => {
  expect(endOfPacificDay('10/7/2026')).toBe(Date.UTC(2026, 9, 8, 7))
  for (const text of ['', '2/30/2026', '2026-10-07', 'x/y/z']) expect(endOfPacificDay(text)).toBeUndefined()
})
