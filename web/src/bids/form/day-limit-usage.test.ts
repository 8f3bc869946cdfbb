import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { dayLimitUsage } from './day-limit-usage.ts'

const END = Date.parse('2026-11-22T05:00:00Z')
const known = { limit: 200, today: '2026-11-20', days: [{ day: '2026-11-21', spoken_for: 120, bids: 2 }] }
const asked = { endsOn: END, typedCents: null, standingMax: null }

test('the day of the close at the site is what counts, and how much of it is taken is told', () => {
  expect(dayLimitUsage(known, asked)).toEqual({
    over: false,
    text: '$120.00 of your $200.00 for Nov 21 (Pacific time) is spoken for.',
  })
  expect(dayLimitUsage(known, { ...asked, endsOn: END + 86_400_000 })?.text).toContain(
    '$0.00 of your $200.00 for Nov 22',
  )
})

test('an amount that would go over the limit is told so before it is sent, in the words of the server', () => {
  expect(dayLimitUsage(known, { ...asked, typedCents: 8_000 })?.over).toBe(false)
  expect(dayLimitUsage(known, { ...asked, typedCents: 8_001 })).toEqual({
    over: true,
    text: messages.bid.overDayLimit({
      day: 'Nov 21',
      total: '$200.01',
      limit: '$200.00',
      committed: '$120.00',
      left: '$80.00',
    }),
  })
})

test('a bid that stands is not counted twice, and lowering it is never too much', () => {
  const standing = { ...asked, standingMax: 100 }
  expect(dayLimitUsage(known, standing)?.text).toContain('this bid included')
  expect(dayLimitUsage(known, { ...standing, typedCents: 18_000 })?.over).toBe(false)
  expect(dayLimitUsage(known, { ...standing, typedCents: 18_001 })?.over).toBe(true)
  expect(dayLimitUsage({ ...known, limit: 50 }, { ...standing, typedCents: 9_000 })?.over).toBe(false)
})

test('without a limit there is nothing to tell', () => {
  expect(dayLimitUsage({ ...known, limit: null }, asked)).toBeNull()
})
