import type { Plan } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { planAction } from './plan-action.ts'

const limits = { auction_limit: 25, snipe_limit: 15, sms: false, priority_support: false }
const basic: Plan = { id: 'basic', name: 'Basic', kind: 'paid', monthly_price: 4.99, yearly_price: 49.9, ...limits }
const pro: Plan = { ...basic, id: 'pro', name: 'Pro' }
const free: Plan = { ...basic, id: 'free', name: 'Free', kind: 'free', monthly_price: null, yearly_price: null }
const nothingSet = { cancel_at_period_end: false, scheduled_change: null }
const subscribed = { plan: 'basic', status: 'active', interval: 'month', ...nothingSet } as const
const trialing = { plan: 'trial', status: 'trialing', interval: null, ...nothingSet } as const
const set = {
  plan: 'basic',
  plan_name: 'Basic',
  interval: 'month',
  amount: 4.99,
  starts_at: '2026-12-14T12:00:00.000Z',
} as const
const lowered = { ...subscribed, plan: 'pro', scheduled_change: set }

type Case = [Plan, 'month' | 'year', Parameters<typeof planAction>[2], string, string?]

test.each<Case>([
  [basic, 'month', null, 'buy', 'Choose Basic'],
  [free, 'month', null, 'sign-up', 'Create an account'],
  [basic, 'month', trialing, 'buy', 'Choose Basic'],
  [free, 'month', trialing, 'none'],
  [basic, 'month', subscribed, 'manage', 'Manage'],
  [basic, 'year', subscribed, 'change', 'Pay by the year'],
  [pro, 'year', subscribed, 'change', 'Change to Pro'],
  [free, 'month', subscribed, 'none'],
  [pro, 'month', { ...subscribed, status: 'past_due' }, 'manage', 'Settle the open payment'],
  [pro, 'month', { ...subscribed, plan: 'free', status: 'free' }, 'manage', 'Settle the open payment'],
  [pro, 'month', { ...subscribed, cancel_at_period_end: true }, 'manage', 'Keep your plan first'],
  [basic, 'year', { ...subscribed, cancel_at_period_end: true }, 'manage', 'Manage'],
  [basic, 'month', lowered, 'manage', 'Begins Dec 14, 2026'],
  [basic, 'year', lowered, 'manage', 'Undo your change first'],
  [pro, 'month', lowered, 'manage', 'Manage'],
])('%o by the %s for %o offers to %s', (plan, interval, standing, kind, label) => {
  expect(planAction(plan, interval, standing)).toEqual(label === undefined ? { kind } : { kind, label })
})
