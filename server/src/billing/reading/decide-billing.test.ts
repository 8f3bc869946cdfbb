import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import type { BillingObjects } from '../stripe-objects.ts'
import { decideBilling } from './decide-billing.ts'

/* What Stripe can show and its stand-in never does. Instants are seconds. */

const BEGIN = 1_800_000_000
const END = BEGIN + 2_678_400

const price = { id: 'price_1', unit_amount: 999, metadata: { plan: 'pro' }, recurring: { interval: 'month' } }
// The casts are safe: a decision reads these fields alone.
const subscription = (change: object = {}) =>
  ({
    id: 'sub_1',
    status: 'active',
    start_date: BEGIN,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    items: { data: [{ id: 'si_1', price, current_period_start: BEGIN, current_period_end: END }] },
    ...change,
  }) as unknown as Stripe.Subscription
const invoice = (change: object = {}) =>
  ({
    id: 'in_1',
    status: 'open',
    total: 999,
    created: END + 3_600,
    parent: { subscription_details: { subscription: 'sub_1' } },
    ...change,
  }) as unknown as Stripe.Invoice
const date = (seconds: number) => new Date(seconds * 1_000)
const decide = (found: Partial<BillingObjects>) =>
  decideBilling({ subscriptions: [], schedule: null, invoices: [], ...found })

test.each([
  ['active', { status: 'active', past_due_since: null, ended_at: null }],
  ['trialing', { status: 'active', past_due_since: null, ended_at: null }],
  ['past_due', { status: 'past_due', past_due_since: date(END + 3_600), ended_at: null }],
  ['unpaid', { status: 'past_due', past_due_since: date(END + 3_600), ended_at: null }],
  ['canceled', { status: 'ended', past_due_since: null, ended_at: date(END) }],
  ['paused', { status: 'ended', past_due_since: null, ended_at: date(END) }],
  ['of_a_later_version', { status: 'ended', past_due_since: null, ended_at: date(END) }],
])('A subscription that Stripe calls %s is stored as %j', (status, expected) => {
  const invoices = [invoice(), invoice({ id: 'in_0', status: 'paid', created: BEGIN })]
  expect(decide({ subscriptions: [subscription({ status })], invoices }).subscription).toMatchObject(expected)
})

test.each([
  ['was never paid', { status: 'incomplete' }],
  ['was given up before it was paid', { status: 'incomplete_expired' }],
  ['has a price that is not ours', { items: { data: [{ price: { ...price, metadata: {} } }] } }],
])('A subscription that %s gives no plan', (_, change) => {
  expect(decide({ subscriptions: [subscription(change)] }).subscription).toBeNull()
})

test('Without any open invoice, a payment has been due since the period began', () => {
  const found = decide({
    subscriptions: [subscription({ status: 'past_due' })],
    invoices: [invoice({ status: 'void' })],
  })
  expect(found.subscription?.past_due_since).toEqual(date(BEGIN))
})

test('A date of ending that was set on a page of Stripe counts like an end with the period', () => {
  expect(decide({ subscriptions: [subscription({ cancel_at: END })] }).subscription?.cancel_at_period_end).toBe(true)
})

test('The oldest subscription that runs counts, or else the one that began last, in whatever order Stripe lists them', () => {
  const ended = (id: string, start_date: number) => subscription({ id, start_date, status: 'canceled' })
  const [first, second] = [subscription({ id: 'sub_b' }), subscription({ id: 'sub_a', start_date: BEGIN + 1 })]
  const [before, earlier] = [ended('sub_0', BEGIN - 9), ended('sub_00', BEGIN - 99)]
  for (const found of [
    [first, earlier, second, before],
    [before, second, earlier, first],
  ]) {
    expect(decide({ subscriptions: found })).toMatchObject({ subscription: { external_id: 'sub_b' }, hasSecond: true })
    const over = found.filter(({ status }) => status === 'canceled')
    expect(decide({ subscriptions: over })).toMatchObject({ subscription: { external_id: 'sub_0' }, hasSecond: false })
  }
})

test('A draft is not stored: it may still change', () => {
  expect(decide({ invoices: [invoice({ status: 'draft' }), invoice({ id: 'in_2' })] }).invoices).toMatchObject([
    { external_id: 'in_2', amount_cents: 999, status: 'open', url: null },
  ])
})

test('A schedule tells which plan comes next, unless it is over or of another subscription', () => {
  const next = { ...price, id: 'price_2', unit_amount: 499, metadata: { plan: 'basic' } }
  const phases = [
    { start_date: BEGIN, items: [{ price }] },
    { start_date: END, items: [{ price: next }] },
  ]
  const nextOf = (change: object, found = subscription()) =>
    decide({
      subscriptions: [found],
      schedule: { subscription: 'sub_1', phases, ...change } as unknown as Stripe.SubscriptionSchedule,
    }).subscription
  expect(nextOf({})).toMatchObject({
    plan: 'pro',
    next_plan: 'basic',
    next_amount_cents: 499,
    next_starts_at: date(END),
  })
  for (const over of [nextOf({ phases: phases.slice(0, 1) }), nextOf({ subscription: 'sub_2' })]) {
    expect(over).toMatchObject({ plan: 'pro', next_plan: null })
  }
  expect(nextOf({}, subscription({ cancel_at_period_end: true }))).toMatchObject({ next_plan: null })
})
