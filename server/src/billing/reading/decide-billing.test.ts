import { expect, test } from 'vitest'
import type { BillingObjects, StripeInvoice, StripeSchedule, StripeSubscription } from '../stripe-objects.ts'
import { decideBilling } from './decide-billing.ts'

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
const decide = (found: Partial<BillingObjects>) =>
  decideBilling({ subscriptions: [], schedules: [], invoices: [], charges: [], disputes: [], ...found })
const only = (found: StripeSubscription, invoices: StripeInvoice[] = []) =>
  decide({ subscriptions: [found], invoices }).subscriptions[0]

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
    expect(decide({ subscriptions: [subscription({ status })] })).toMatchObject({
      subscriptions: [],
      extra: [],
      unknown: [],
    })
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
  expect(decide({ subscriptions: [foreign] })).toMatchObject({ subscriptions: [], unknown: ['sub_1'] })
})

test('Of several subscriptions that run, the oldest counts, in whatever order Stripe lists them', () => {
  const [first, second] = [subscription({ id: 'sub_b' }), subscription({ id: 'sub_a', start_date: BEGIN + 1 })]
  const earlier = subscription({ id: 'sub_0', start_date: BEGIN - 9, status: 'canceled' })
  for (const found of [
    [first, second, earlier],
    [second, earlier, first],
  ]) {
    const { subscriptions, extra } = decide({ subscriptions: found })
    expect(extra).toEqual(['sub_a'])
    expect(subscriptions.filter(({ status }) => status !== 'ended').map(({ external_id }) => external_id)).toEqual([
      'sub_b',
    ])
  }
})

test('A draft is no invoice yet, and only the address of a page becomes a link', () => {
  const { invoices } = decide({
    invoices: [
      invoice({ id: 'in_draft', status: 'draft' }),
      invoice({ id: 'in_page', hosted_invoice_url: 'https://pay.example/1' }),
      invoice({ id: 'in_script', hosted_invoice_url: 'javascript:alert(1)' }),
    ],
  })
  expect(invoices.map(({ external_id, url }) => [external_id, url])).toEqual([
    ['in_page', 'https://pay.example/1'],
    ['in_script', null],
  ])
})

/** An invoice that was paid, and its charge. */
function paid(id: string, change: Partial<StripeInvoice> & { refunded?: number } = {}) {
  const { refunded = 0, ...fields } = change
  const payment = { status: 'paid', payment: { payment_intent: `pi_${id}` } }
  return {
    invoice: invoice({
      id,
      status: 'paid',
      amount_paid: 999,
      created: BEGIN,
      payments: { data: [payment] },
      ...fields,
    }),
    charge: { id: `ch_${id}`, customer: 'cus_1', payment_intent: `pi_${id}`, amount_refunded: refunded },
  }
}
const dispute = (of: string, status: string, created = BEGIN + 60) => ({
  id: `dp_${of}`,
  charge: `ch_${of}`,
  status,
  created,
})

function returnedOf(payments: ReturnType<typeof paid>[], disputes: BillingObjects['disputes'] = []) {
  const [invoices, charges] = [payments.map((one) => one.invoice), payments.map((one) => one.charge)]
  const state = decide({ subscriptions: [subscription()], invoices, charges, disputes })
  const [{ status, past_due_since } = { status: null, past_due_since: null }] = state.subscriptions
  return { status, past_due_since, returned: state.returned, disputes: state.disputes }
}
const HOLDS = { status: 'active', past_due_since: null, returned: [] }

test.each(['needs_response', 'under_review'])(
  'A payment whose dispute is %s is owed since the dispute began',
  (status) => {
    const found = returnedOf([paid('in_1')], [dispute('in_1', status)])
    expect(found).toMatchObject({ status: 'past_due', past_due_since: date(BEGIN + 60), returned: [] })
  },
)

test.each(['won', 'prevented', 'warning_needs_response', 'warning_closed', 'of_a_later_version'])(
  'A dispute that is %s takes nothing from the plan',
  (status) => {
    expect(returnedOf([paid('in_1')], [dispute('in_1', status)])).toMatchObject(HOLDS)
  },
)

test('The operator has to look at disputes and inquiries that wait for an answer', () => {
  const payments = ['in_1', 'in_2', 'in_3'].map((id) => paid(id))
  const disputes = [
    dispute('in_1', 'needs_response'),
    dispute('in_2', 'warning_needs_response'),
    dispute('in_3', 'under_review'),
  ]
  expect(returnedOf(payments, disputes).disputes).toEqual(['dp_in_1', 'dp_in_2'])
})

test('A lost dispute about any payment of a subscription ends its plan, and about that of another one not', () => {
  const earlier = paid('in_0', { created: BEGIN - 9 })
  const another = paid('in_2', { parent: { subscription_details: { subscription: 'sub_0' } } })
  const payments = [earlier, paid('in_1'), another]
  expect(returnedOf(payments, [dispute('in_1', 'lost')]).returned).toEqual(['sub_1'])
  expect(returnedOf(payments, [dispute('in_0', 'lost')]).returned).toEqual(['sub_1'])
  expect(returnedOf(payments, [dispute('in_0', 'lost'), dispute('in_1', 'needs_response')]).returned).toEqual(['sub_1'])
  expect(returnedOf(payments, [dispute('in_0', 'needs_response')])).toMatchObject({ status: 'past_due', returned: [] })
  expect(returnedOf(payments, [dispute('in_2', 'lost')])).toMatchObject(HOLDS)
})

test('A plan ends when any payment for it is refunded in full, and not for a part', () => {
  const upgrade = (refunded: number) => paid('in_2', { created: BEGIN + 9, amount_paid: 500, refunded })
  expect(returnedOf([paid('in_1', { refunded: 998 }), upgrade(499)])).toMatchObject(HOLDS)
  expect(returnedOf([paid('in_1', { refunded: 999 }), upgrade(0)]).returned).toEqual(['sub_1'])
  expect(returnedOf([paid('in_1'), upgrade(500)]).returned).toEqual(['sub_1'])
  // Nothing was paid, so nothing went back.
  expect(returnedOf([paid('in_1', { amount_paid: 0 })])).toMatchObject(HOLDS)
})

/** What is stored of a schedule with these prices, the first of them in the present period. */
function scheduledBy(prices: StripeSchedule['phases'][number]['items'][number]['price'][], change: object = {}) {
  const phases = prices.map((one, index) => ({
    start_date: BEGIN + index * (END - BEGIN),
    end_date: END + index * (END - BEGIN),
    items: [{ price: one }],
  }))
  const schedule = { id: 'sched_1', subscription: 'sub_1', current_phase: { end_date: END }, phases, ...change }
  return decide({ subscriptions: [subscription({ schedule: 'sched_1' })], schedules: [schedule] }).subscriptions[0]
}
const month = { interval: 'month', interval_count: 1 }
const basic = { ...price, id: 'price_2', unit_amount: 499, metadata: { plan: 'basic' }, recurring: month }
const present = { ...price, recurring: month }
const NO_CHANGE = { next_plan: null, next_interval: null, next_amount_cents: null, next_starts_at: null }

test('The plan of the phase after the present one is the one that is set to begin', () => {
  expect(scheduledBy([present, basic, present])).toMatchObject({
    plan: 'pro',
    next_plan: 'basic',
    next_interval: 'month',
    next_amount_cents: 499,
    next_starts_at: date(END),
  })
})

test.each([
  ['has the same price in its next phase', [present, present], {}],
  ['has no other phase', [basic], {}],
  ['is of another subscription', [present, basic], { subscription: 'sub_2' }],
  ['has not begun or is over', [present, basic], { current_phase: null }],
  ['has a price of no plan of ours', [present, { ...basic, metadata: {} }], {}],
  ['has a price that was deleted', [present, 'price_3'], {}],
])('A schedule that %s sets no change', (_name, prices, change) => {
  expect(scheduledBy(prices, change)).toMatchObject(NO_CHANGE)
})

test('A plan that is set to end is set to no change', () => {
  const phases = [
    { start_date: BEGIN, end_date: END, items: [{ price: present }] },
    { start_date: END, end_date: END + 9, items: [{ price: basic }] },
  ]
  const schedules = [{ id: 'sched_1', subscription: 'sub_1', current_phase: { end_date: END }, phases }]
  const ending = subscription({ schedule: 'sched_1', cancel_at: END })
  expect(decide({ subscriptions: [ending], schedules }).subscriptions[0]).toMatchObject(NO_CHANGE)
})
