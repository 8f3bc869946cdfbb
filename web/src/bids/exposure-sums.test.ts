import { expect, test } from 'vitest'
import { sumsOf } from './exposure-sums.ts'

const none = { day: null, week: null, month: null }
// A Friday and the Saturday after it.
const exposure = {
  limits: none,
  today: '2026-11-27',
  days: [
    { day: '2026-11-27', spoken_for: 40, bids: 1 },
    { day: '2026-11-28', spoken_for: 210, bids: 1 },
  ],
  groups: [],
}
const friday = exposure.days.slice(0, 1)
const saturday = exposure.days.slice(1)

test.each([
  ['both, where they differ', exposure, 'If all win: $40.00 today · $250.00 this week'],
  ['the day alone, where the week has no more', { ...exposure, days: friday }, 'If all win: $40.00 today'],
  ['the week alone, where the day has no bid', { ...exposure, days: saturday }, 'If all win: $210.00 this week'],
  [
    'a day without a bid where it has a limit',
    { ...exposure, days: saturday, limits: { ...none, day: 300 } },
    'If all win: $0.00 of $300.00 today · $210.00 this week',
  ],
  ['the day, where nothing can win', { ...exposure, days: [] }, 'If all win: $0.00 today'],
])('What the bids cost if all win names %s', (_, known, text) => {
  expect(sumsOf(known).text).toBe(text)
})
