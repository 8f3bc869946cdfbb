import { expect, test } from 'vitest'
import { formatAge, inBothZones, siteTimes, viewerTimes } from './zoned-times.ts'

const FRIDAY = Date.parse('2026-11-21T02:42:17.250Z')

test('the site time names the zone that holds on that day', () => {
  expect(siteTimes.clock(FRIDAY)).toBe('6:42:17 PM PST')
  expect(siteTimes.clock(Date.parse('2026-07-01T12:00:00Z'))).toBe('5:00:00 AM PDT')
})

test('an answer of the site is told to the millisecond', () => {
  expect(siteTimes.exact(FRIDAY)).toBe('6:42:17.250 PM PST')
})

test('today is told by the time, this week by the weekday, and anything else by the date', () => {
  expect(siteTimes.near(FRIDAY + 60_000, FRIDAY)).toBe('6:43 PM PST')
  expect(siteTimes.near(FRIDAY + 86_400_000, FRIDAY)).toBe('Sat 6:42 PM PST')
  expect(siteTimes.near(FRIDAY + 10 * 86_400_000, FRIDAY)).toBe('Nov 30, 6:42 PM PST')
})

test('a viewer whose clock differs sees both times, each on its own day', () => {
  expect(inBothZones(FRIDAY, FRIDAY, viewerTimes('America/New_York'))).toEqual(['6:42 PM PST', '9:42 PM EST'])
})

test('a viewer on Pacific time sees one time', () => {
  expect(inBothZones(FRIDAY, FRIDAY, viewerTimes('America/Los_Angeles'))).toEqual(['6:42 PM PST'])
})

test('a viewer in Phoenix sees one time in summer and two in winter', () => {
  const july = Date.parse('2026-07-01T12:00:00Z')
  expect(inBothZones(july, july, viewerTimes('America/Phoenix'))).toEqual(['5:00 AM PDT'])
  expect(inBothZones(FRIDAY, FRIDAY, viewerTimes('America/Phoenix'))).toEqual(['6:42 PM PST', '7:42 PM MST'])
})

test('an age is told in its largest unit, and never as less than nothing', () => {
  expect(formatAge(12_400)).toBe('12 s')
  expect(formatAge(200_000)).toBe('3 min')
  expect(formatAge(2 * 3_600_000)).toBe('2 h')
  expect(formatAge(25 * 3_600_000)).toBe('1 day')
  expect(formatAge(-5)).toBe('0 s')
})
