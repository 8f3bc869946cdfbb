import { expect, test } from 'vitest'
import { pauseMessage } from './pause-message.ts'

const since = '2026-11-21T20:00:00.000Z'
const own = { since }
const operator = { state: 'all' as const, reason: 'The site is being rebuilt', since }

test('nothing paused says nothing', () => expect(pauseMessage({ own: null, operator: null })).toBeNull())

test("one's own pause says that resuming ends it", () => {
  expect(pauseMessage({ own, operator: null })?.says).toBe('No bid is sent until you resume.')
})

test("the operator's pause says why, and which bids still go out", () => {
  expect(pauseMessage({ own: null, operator })?.says).toContain('“The site is being rebuilt”')
  expect(pauseMessage({ own: null, operator: { ...operator, state: 'no_new' } })?.says).toContain(
    'that are armed go out',
  )
  expect(pauseMessage({ own: null, operator: { ...operator, reason: null } })?.says).not.toContain('reason')
})

test('paused by both, both have to resume', () => {
  expect(pauseMessage({ own, operator })?.says).toContain('until both have resumed')
})
