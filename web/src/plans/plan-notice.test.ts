import { expect, test } from 'vitest'
import { planNotice } from './plan-notice.ts'

type Shown = Parameters<typeof planNotice>[0]

const END = Date.parse('2026-11-28T12:00:00.000Z')
const DAY_MS = 86_400_000
const trial = { is_active: true, trial_expires: '2026-11-28T12:00:00.000Z' }
const ended = { ...trial, is_active: false }
const trialing = { status: 'trialing', interval: null, past_due_until: null } satisfies Shown
const free = { ...trialing, status: 'free' } satisfies Shown

test('A trial is said to end on its last two days, and to have ended for three days', () => {
  expect(planNotice(trialing, trial, END - 2 * DAY_MS - 1)).toBeNull()
  expect(planNotice(trialing, trial, END - 2 * DAY_MS)).toEqual({ kind: 'trial_ends', at: END })
  expect(planNotice(trialing, trial, END - 1)).toEqual({ kind: 'trial_ends', at: END })
  expect(planNotice(free, ended, END)).toEqual({ kind: 'trial_ended' })
  expect(planNotice(free, ended, END + 3 * DAY_MS)).toBeNull()
})

test('Nothing is said of the trial of somebody who has another plan, or has had no trial', () => {
  expect(planNotice({ ...free, status: 'active' }, ended, END)).toBeNull()
  expect(planNotice({ ...free, status: 'active' }, trial, END - DAY_MS)).toBeNull()
  expect(planNotice(free, { is_active: false, trial_expires: null }, END)).toBeNull()
})

test('A failed payment comes before anything else, also once its plan no longer holds', () => {
  const until = '2026-12-01T00:00:00.000Z'
  const pastDue: Shown = { status: 'past_due', interval: 'month', past_due_until: until }
  expect(planNotice(pastDue, ended, END)).toEqual({ kind: 'past_due', until })
  expect(planNotice({ ...free, interval: 'month' }, ended, END)).toEqual({
    kind: 'past_due',
    until: null,
  })
})
