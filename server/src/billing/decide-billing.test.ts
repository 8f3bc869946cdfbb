import { expect, test } from 'vitest'
import { decideBilling } from './decide-billing.ts'
import type { StripeInvoice, StripeSubscription } from './stripe-objects.ts'

/* What Stripe can show and its stand-in never does. Instants are seconds. */

const BEGIN = 1_800_000_000
const END = BEGIN + 2_678_400

const price = { id: 'price_1', unit_amount: 999, currency: 'usd', metadata: { plan: 'pro' } }
const subscription = (change: Partial<StripeSubscription> = {}): StripeSubscription => ({
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  start_date: BEGIN,
  cancel_at_period_end: false,
  items: {
    data: [
      {
        id: 'si_1',
        price: { ...price, recurring: { interval: 'month', interval_count: 1 } },
        current_period_start: BEGIN,
        current_period_end: END,
      },
    ],
  },
  ...change,
})
const invoice = (change: Partial<StripeInvoice> = {}): StripeInvoice => ({
  id: 'in_1',
  status: 'open',
  total: 999,
  amount_paid: 0,
  created: END,
  status_transitions: { finalized_at: END + 3_600 },
  parent: { subscription_details: { subscription: 'sub_1' } },
  ...change,
})
const date = (seconds: number) => new Date(seconds * 1_000)
const only = (found: StripeSubscription, invoices: StripeInvoice[] = []) =>
  decideBilling([found], invoices).subscriptions[0]

test.each([
  ['active', { status: 'active', past_due_since: null, ended_at: null }],
  ['trialing', { status: 'active', past_due_since: null, ended_at: null }],
  ['past_due', { status: 'past_due', past_due_since: date(END + 3_600), ended_at: null }],
  ['unpaid', { status: 'past_due', past_due_since: date(END + 3_600), ended_at: null }],
  ['canceled', { status: 'ended', past_due_since: null, ended_at: date(END) }],
  ['paused', { status: 'ended', past_due_since: null, ended_at: date(END) }],
  ['of_a_later_version', { status: 'ended', past_due_since: null, ended_at: date(END) }],
])('A subscription that Stripe calls %s is stored as %j', (status, expected) => {
  expect(only(subscription({ status }), [invoice()])).toMatchObject(expected)
})

test.each(['incomplete', 'incomplete_expired'])(
  'A subscription that is %s was never paid, and is not stored',
  (status) => {
    expect(decideBilling([subscription({ status })], [])).toMatchObject({ subscriptions: [], extra: [], unknown: [] })
  },
)

test('A payment has been due since its oldest open invoice was made final', () => {
  const older = invoice({ id: 'in_0', created: BEGIN, status_transitions: { finalized_at: null } })
  const paid = invoice({ id: 'in_2', status: 'paid', created: BEGIN - 9 })
  const foreign = invoice({ id: 'in_3', parent: { subscription_details: { subscription: 'sub_2' } }, created: 1 })
  const found = only(subscription({ status: 'past_due' }), [invoice(), older, paid, foreign])
  expect(found?.past_due_since).toEqual(date(BEGIN))
  // Without any invoice, the period counts.
  expect(only(subscription({ status: 'past_due' }))?.past_due_since).toEqual(date(BEGIN))
})

const dueSinceOf = (...invoices: StripeInvoice[]) =>
  only(subscription({ status: 'past_due' }), invoices)?.past_due_since

test('An invoice that Stripe gave up counts as due until a later one is paid', () => {
  const finalized = { finalized_at: BEGIN + 3_600 }
  const givenUp = invoice({ id: 'in_0', status: 'uncollectible', created: BEGIN, status_transitions: finalized })
  const later = invoice({ id: 'in_1', created: END })
  expect(dueSinceOf(later, givenUp)).toEqual(date(BEGIN + 3_600))
  const paid = invoice({ id: 'in_2', status: 'paid', created: BEGIN + 9 })
  expect(dueSinceOf(later, givenUp, paid)).toEqual(date(END + 3_600))
  const before = invoice({ id: 'in_3', status: 'paid', created: BEGIN - 9 })
  expect(dueSinceOf(later, givenUp, before)).toEqual(date(BEGIN + 3_600))
})

test('A date of ending that was set on a page of Stripe counts like an end with the period', () => {
  expect(only(subscription({ cancel_at: END }))?.cancel_at_period_end).toBe(true)
  expect(only(subscription({ cancel_at: null }))?.cancel_at_period_end).toBe(false)
})

test('An ended subscription ended when Stripe says so', () => {
  const ended = subscription({
    status: 'canceled',
    canceled_at: BEGIN + 5,
    ended_at: BEGIN + 9,
    cancel_at_period_end: true,
  })
  expect(only(ended)).toMatchObject({ ended_at: date(BEGIN + 9), cancel_at_period_end: false })
})

test('A price that is not of a plan of ours gives no plan, and is reported', () => {
  const foreign = subscription()
  foreign.items.data[0].price.metadata = {}
  expect(decideBilling([foreign], [])).toMatchObject({ subscriptions: [], unknown: ['sub_1'] })
})

test('Of several subscriptions that run, the oldest counts, in whatever order Stripe lists them', () => {
  const [first, second] = [subscription({ id: 'sub_b' }), subscription({ id: 'sub_a', start_date: BEGIN + 1 })]
  const earlier = subscription({ id: 'sub_0', start_date: BEGIN - 9, status: 'canceled' })
  for (const found of [
    [first, second, earlier],
    [second, earlier, first],
  ]) {
    const { subscriptions, extra } = decideBilling(found, [])
    expect(extra).toEqual(['sub_a'])
    expect(subscriptions.filter(({ status }) => status !== 'ended').map(({ external_id }) => external_id)).toEqual([
      'sub_b',
    ])
  }
})

test('A draft is no invoice yet, and only the address of a page becomes a link', () => {
  const { invoices } = decideBilling(
    [],
    [
      invoice({ id: 'in_draft', status: 'draft' }),
      invoice({ id: 'in_page', hosted_invoice_url: 'https://pay.example/1' }),
      invoice({ id: 'in_script', hosted_invoice_url: 'javascript:alert(1)' }),
    ],
  )
  expect(invoices.map(({ external_id, url }) => [external_id, url])).toEqual([
    ['in_page', 'https://pay.example/1'],
    ['in_script', null],
  ])
})
