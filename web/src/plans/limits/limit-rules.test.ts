import { expect, test } from 'vitest'
import { remainingText, whyLimitReached } from './limit-rules.ts'

const limits = { auction_limit: 25, auction_current: 3, snipe_limit: 15, snipe_current: 2, is_trialing: false }

const left = (change: object) => remainingText({ ...limits, ...change }, 'snipe')

test.each([
  ['below the limit', { snipe_current: 14 }, null],
  [
    'at the limit',
    { snipe_current: 15 },
    "You've reached your monthly snipe limit (15). Please upgrade your plan to schedule more bids.",
  ],
  [
    'over the limit of a smaller plan',
    { snipe_limit: 0, snipe_current: 3 },
    "You've reached your monthly snipe limit (0). Please upgrade your plan to schedule more bids.",
  ],
  ['without a limit', { snipe_limit: -1, snipe_current: 4_000 }, null],
])('A snipe is refused by the count of the month: %s', (_case, change, why) => {
  expect(whyLimitReached({ ...limits, ...change }, 'snipe')).toBe(why)
})

test('An auction is refused at its own limit, whatever the snipes are', () => {
  expect(whyLimitReached({ ...limits, snipe_current: 15 }, 'auction')).toBeNull()
  expect(whyLimitReached({ ...limits, auction_current: 25 }, 'auction')).toBe(
    "You've reached your limit of tracked auctions (25). Remove one, or upgrade your plan to track more.",
  )
})

test('How much is left is said in the last tenth of a limit, and for the last one', () => {
  expect(left({ snipe_current: 13 })).toBeNull()
  expect(left({ snipe_current: 14 })).toBe("1 of your plan's 15 snipes is left this month.")
  expect(left({ snipe_current: 15 })).toBeNull()
  expect(left({ snipe_limit: 75, snipe_current: 68 })).toBe("7 of your plan's 75 snipes are left this month.")
  expect(left({ snipe_limit: -1 })).toBeNull()
  expect(left({ snipe_limit: 2, snipe_current: 1, is_trialing: true })).toBe("1 of your trial's 2 snipes is left.")
})
