import { SITE_ZONE } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { timesIn } from '../time/zoned-times.ts'
import { groupByDay } from './group-by-day.ts'

const TOKYO = 'Asia/Tokyo'
const at = (instant: string) => ({
  id: Date.parse(instant),
  kind: 'bid_won',
  values: {},
  at: instant,
  read_at: null,
  bid_id: null,
  auction: null,
})

test("Notifications stand under the viewer's days, latest first, with the year where it is another one", () => {
  const listed = [
    at('2026-01-02T02:00:00Z'),
    at('2026-01-01T15:30:00Z'),
    at('2026-01-01T14:30:00Z'),
    at('2025-12-31T16:00:00Z'),
    at('2025-12-30T03:00:00Z'),
  ]
  const days = groupByDay(listed, Date.parse('2026-01-02T03:00:00Z'), timesIn(TOKYO), TOKYO)
  expect(days.map(({ heading, notifications }) => [heading, notifications.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 2],
    ['Tuesday, December 30, 2025', 1],
  ])
})

test.each([
  ['2026-03-09T00:30:00-07:00', '2026-03-08T10:00:00-07:00', '2026-03-07T10:00:00-08:00'],
  ['2026-11-01T23:30:00-08:00', '2026-10-31T10:00:00-07:00', '2026-10-30T10:00:00-07:00'],
])('Yesterday is the day before, also where the clocks have changed: %s', (now, yesterday, earlier) => {
  const days = groupByDay([at(yesterday), at(earlier)], Date.parse(now), timesIn(SITE_ZONE), SITE_ZONE)
  expect(days.map(({ heading }) => heading)).toEqual(['Yesterday', expect.stringContaining('day, ')])
})
