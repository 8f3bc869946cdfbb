import { expect, test } from 'vitest'
import { briefInBothZones, exactInBothZones, inBothZones, siteTimes, timesIn } from './zoned-times.ts'

const FRIDAY = Date.parse('2026-11-21T02:42:17.250Z')

test('A site time names standard or daylight time, whichever applies on that day', () => {
  expect(siteTimes.clock(FRIDAY)).toBe('6:42:17 PM PST')
  expect(siteTimes.clock(Date.parse('2026-07-01T12:00:00Z'))).toBe('5:00:00 AM PDT')
})

test('An exact site time shows milliseconds', () => {
  expect(siteTimes.exact(FRIDAY)).toBe('6:42:17.250 PM PST')
})

test('A brief time has no day today, the weekday this week, and the date otherwise', () => {
  expect(siteTimes.brief(FRIDAY + 60_000, FRIDAY)).toBe('6:43 PM PST')
  expect(siteTimes.brief(FRIDAY + 86_400_000, FRIDAY)).toBe('Sat 6:42 PM PST')
  expect(siteTimes.brief(FRIDAY + 10 * 86_400_000, FRIDAY)).toBe('Nov 30, 6:42 PM PST')
})

test('A viewer in another zone sees the site time and their own time', () => {
  expect(inBothZones(FRIDAY, FRIDAY, timesIn('America/New_York'))).toEqual(['6:42 PM PST', '9:42 PM EST'])
})

test('A viewer on Pacific time sees only one time', () => {
  expect(inBothZones(FRIDAY, FRIDAY, timesIn('America/Los_Angeles'))).toEqual(['6:42 PM PST'])
})

test('A sentence has the second of both times in brackets', () => {
  expect(briefInBothZones(FRIDAY, FRIDAY, timesIn('America/New_York'))).toBe('6:42 PM PST (9:42 PM EST)')
  expect(briefInBothZones(FRIDAY, FRIDAY, timesIn('America/Los_Angeles'))).toBe('6:42 PM PST')
})

test('An exact time in both zones has seconds, and the date in a zone in which it is not today', () => {
  const london = timesIn('Europe/London')
  expect(exactInBothZones(FRIDAY, FRIDAY, london)).toBe('6:42:17 PM PST (2:42:17 AM GMT)')
  const beforeMidnight = FRIDAY - 3 * 3_600_000
  expect(exactInBothZones(FRIDAY, beforeMidnight, london)).toBe('6:42:17 PM PST (Nov 21, 2026, 2:42:17 AM GMT)')
  expect(exactInBothZones(FRIDAY, beforeMidnight, timesIn('America/Los_Angeles'))).toBe('6:42:17 PM PST')
})

test('A viewer in Phoenix sees one time in summer and two times in winter', () => {
  const july = Date.parse('2026-07-01T12:00:00Z')
  expect(inBothZones(july, july, timesIn('America/Phoenix'))).toEqual(['5:00 AM PDT'])
  expect(inBothZones(FRIDAY, FRIDAY, timesIn('America/Phoenix'))).toEqual(['6:42 PM PST', '7:42 PM MST'])
})
