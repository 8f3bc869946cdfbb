import { expect, test } from 'vitest'
import { pauseMessage } from './pause-message.ts'

const since = '2026-11-21T20:00:00.000Z'
const own = { since }
const operator = { state: 'all' as const, reason: 'The site is being rebuilt', since }

test('Without a pause there is no message', () => expect(pauseMessage({ own: null, operator: null })).toBeNull())

test("The message of the user's own pause states that resuming ends it", () => {
  expect(pauseMessage({ own, operator: null })?.text).toBe('No bid is sent until you resume.')
})

test("The message of the operator's pause states the reason and which bids are still sent", () => {
  expect(pauseMessage({ own: null, operator })?.text).toContain('“The site is being rebuilt”')
  expect(pauseMessage({ own: null, operator: { ...operator, state: 'no_new' } })?.text).toContain(
    'Bids that were due within 90 seconds still go out',
  )
  expect(pauseMessage({ own: null, operator: { ...operator, reason: null } })?.text).not.toContain('reason')
})

test('The message of two pauses states that both have to be ended', () => {
  expect(pauseMessage({ own, operator })?.text).toContain('until both have resumed')
})
