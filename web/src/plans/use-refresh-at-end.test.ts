import { expect, test } from 'vitest'
import { endOfPlan } from './use-refresh-at-end.ts'

const END = '2026-11-28T12:00:00.000Z'
const LATER = '2026-11-30T12:00:00.000Z'
const ended = { is_active: false, trial_expires: END }
const running = { is_active: true, trial_expires: END }

test('A plan ends by itself with its days of grace or its trial, and a plan that is paid does not', () => {
  expect(endOfPlan({ details: { past_due_until: END }, trial: ended })).toBe(Date.parse(END))
  expect(endOfPlan({ details: { past_due_until: LATER }, trial: running })).toBe(Date.parse(LATER))
  expect(endOfPlan({ details: { past_due_until: null }, trial: running })).toBe(Date.parse(END))
  expect(endOfPlan({ details: { past_due_until: null }, trial: ended })).toBeNull()
  expect(endOfPlan({ details: undefined, trial: undefined })).toBeNull()
})
