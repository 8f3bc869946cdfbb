import type { Plan, SubscriptionDetails, TrialStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { isSameSubscription, standingOf } from './standing.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')

const free: Plan = {
  id: 'free',
  name: 'Free',
  kind: 'free',
  monthly_price: null,
  yearly_price: null,
  auction_limit: 1,
  snipe_limit: 0,
  sms: false,
  priority_support: false,
}
const basic: SubscriptionDetails = {
  plan: 'basic',
  plan_name: 'Basic',
  status: 'active',
  interval: 'month',
  amount: 4.99,
  current_period_end: '2026-12-14T12:00:00.000Z',
  cancel_at_period_end: false,
  scheduled_change: null,
  past_due_until: null,
  test_checkout: false,
  invoices: [],
}
const unpaid: SubscriptionDetails = {
  ...basic,
  plan: 'free',
  plan_name: 'Free',
  status: 'free',
  interval: null,
  amount: null,
  current_period_end: null,
}
const trial: TrialStatus = {
  is_active: true,
  is_expired: false,
  days_remaining: 2,
  trial_expires: '2026-11-24T12:00:00.000Z',
  user_id: 1,
  auctions_used: 0,
  snipes_used: 0,
  auction_limit: 2,
  snipe_limit: 2,
}
const ended: TrialStatus = { ...trial, is_active: false, is_expired: true, days_remaining: 0 }

const SET = {
  plan: 'free-of-ads',
  plan_name: 'Free of ads',
  interval: 'month',
  amount: 1.99,
  starts_at: '2026-12-14T12:00:00.000Z',
} as const
const PAID = { id: 'in_1', number: null, amount: 4.99, status: 'paid', created_at: '', url: null } as const

const FREE_ALLOWS = 'It allows 1 tracked auction at a time and no snipes.'
const THEN_FREE = 'Then your plan is Free: 1 tracked auction at a time and no snipes.'
const STILL_SENT = 'Bids that are scheduled by then still go out.'

type Case = [state: string, SubscriptionDetails, TrialStatus | undefined, label: string, sentences: string[]]

test.each<Case>([
  ['pays by the month', basic, undefined, 'Active', ['It costs $4.99 a month.', 'It renews on Dec 14, 2026.']],
  [
    'pays by the year',
    { ...basic, interval: 'year', amount: 49.9 },
    undefined,
    'Active',
    ['It costs $49.90 a year.', 'It renews on Dec 14, 2026.'],
  ],
  [
    'has cancelled',
    { ...basic, cancel_at_period_end: true },
    undefined,
    'Ends Dec 14, 2026',
    [`It is cancelled and ends on Dec 14, 2026. Nothing more is charged. ${THEN_FREE} ${STILL_SENT}`],
  ],
  [
    'has chosen a cheaper plan',
    { ...basic, scheduled_change: SET },
    undefined,
    'Changes Dec 14, 2026',
    [
      'It costs $4.99 a month.',
      'From Dec 14, 2026 on your plan is Free of ads, for $1.99 a month. Until then Basic holds, with all that it allows.',
    ],
  ],
  [
    'has chosen to pay by the month',
    { ...basic, interval: 'year', amount: 49.9, scheduled_change: { ...SET, plan: 'basic', amount: 4.99 } },
    undefined,
    'Changes Dec 14, 2026',
    ['It costs $49.90 a year.', 'From Dec 14, 2026 on it costs $4.99 a month. Nothing is charged until then.'],
  ],
  [
    'owes a payment for less than seven days',
    { ...basic, status: 'past_due', past_due_until: '2026-11-28T12:00:00.000Z' },
    undefined,
    'Payment failed',
    [
      'It costs $4.99 a month.',
      `The last payment did not go through. Your plan holds until Nov 28, 2026. ${THEN_FREE}`,
    ],
  ],
  [
    'owes a payment for longer',
    { ...unpaid, interval: 'month', amount: 4.99 },
    undefined,
    'Payment open',
    ['A payment of $4.99 a month is still open, so your plan is Free. Once it is paid, your plan returns.'],
  ],
  [
    'is in the trial',
    { ...unpaid, plan: 'trial', plan_name: 'Trial', status: 'trialing' },
    trial,
    'Free trial',
    [expect.stringMatching(/^It ends Tue 4:00 AM PST.*, with 2 days left\.$/), `${THEN_FREE} ${STILL_SENT}`],
  ],
  [
    'has had no trial yet',
    unpaid,
    { ...ended, is_expired: false, trial_expires: null },
    'Free of charge',
    [FREE_ALLOWS],
  ],
  [
    'has had the trial',
    unpaid,
    ended,
    'Free of charge',
    [
      FREE_ALLOWS,
      'Your free trial ended on Nov 24, 2026. Your tracked auctions stay readable, and bids that you scheduled still go out. New ones need a plan that allows them.',
    ],
  ],
  [
    'has had the trial with another account',
    unpaid,
    { ...ended, trial_expires: null },
    'Free of charge',
    [FREE_ALLOWS, 'You have had your free trial with another account. It is there once for each person.'],
  ],
])('The settings say how the plan stands for a user who %s', (_state, details, known, label, sentences) => {
  expect(standingOf({ details, trial: known, free, now: NOW })).toMatchObject({ label, sentences })
})

test('A new invoice is no other subscription, and another interval, a cancellation or a change that is set is', () => {
  expect(isSameSubscription(basic, { ...basic, invoices: [PAID] })).toBe(true)
  expect(isSameSubscription(basic, { ...basic, interval: 'year' })).toBe(false)
  expect(isSameSubscription(basic, { ...basic, cancel_at_period_end: true })).toBe(false)
  expect(isSameSubscription(basic, { ...basic, scheduled_change: SET })).toBe(false)
})
