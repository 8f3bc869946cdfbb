import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { dayLimitUsage } from './day-limit-usage.ts'

const END = Date.parse('2026-11-22T05:00:00Z')
const known = { limit: 200, today: '2026-11-20', days: [{ day: '2026-11-21', spoken_for: 120, bids: 2 }] }
const asked = { endsOn: END, typedCents: null, standingMax: null }

test('The used part of the limit is stated for the day on which the auction ends at the site', () => {
  expect(dayLimitUsage(known, asked)).toEqual({
    over: false,
    text: '$120.00 of your $200.00 for Nov 21 (Pacific time) is committed.',
  })
  expect(dayLimitUsage(known, { ...asked, endsOn: END + 86_400_000 })?.text).toContain(
    '$0.00 of your $200.00 for Nov 22',
  )
})

test('A draft that exceeds the limit is refused with the sentence of the server', () => {
  expect(dayLimitUsage(known, { ...asked, typedCents: 8_000 })?.over).toBe(false)
  expect(dayLimitUsage(known, { ...asked, typedCents: 8_001 })).toEqual({
    over: true,
    text: messages.bidRefusal.overDayLimit({
      day: 'Nov 21',
      total: '$200.01',
      limit: '$200.00',
      committed: '$120.00',
      left: '$80.00',
    }),
  })
})

test('A standing bid counts once, and lowering it never exceeds the limit', () => {
  const standing = { ...asked, standingMax: 100 }
  expect(dayLimitUsage(known, standing)?.text).toContain('this bid included')
  expect(dayLimitUsage(known, { ...standing, typedCents: 18_000 })?.over).toBe(false)
  expect(dayLimitUsage(known, { ...standing, typedCents: 18_001 })?.over).toBe(true)
  expect(dayLimitUsage({ ...known, limit: 50 }, { ...standing, typedCents: 9_000 })?.over).toBe(false)
})

test('Without a limit no usage is stated', () => {
  expect(dayLimitUsage({ ...known, limit: null }, asked)).toBeNull()
})
