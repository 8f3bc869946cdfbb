import { expect, test } from 'vitest'
import { decideBilling } from './decide-billing.ts'
import type { BillingObjects, StripeInvoice, StripeSubscription } from '../stripe-objects.ts'

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
  starting_balance: 0,
  currency: 'usd',
  lines: { data: [] },
  created: END,
  status_transitions: { finalized_at: END + 3_600 },
  parent: { subscription_details: { subscription: 'sub_1' } },
  ...change,
})
const date = (seconds: number) => new Date(seconds * 1_000)
const decide = (found: Partial<BillingObjects>) =>
  decideBilling({ subscriptions: [], invoices: [], charges: [], disputes: [], transactions: [], ...found })
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
  amount: 999,
})

function returnedOf(payments: ReturnType<typeof paid>[], disputes: BillingObjects['disputes'] = []) {
  const [invoices, charges] = [payments.map((one) => one.invoice), payments.map((one) => one.charge)]
  const state = decide({ subscriptions: [subscription()], invoices, charges, disputes })
  const [{ status, past_due_since } = { status: null, past_due_since: null }] = state.subscriptions
  const { returned, onLostCredit } = state
  return { status, past_due_since, returned, onLostCredit, disputes: state.disputes }
}
const HOLDS = { status: 'active', past_due_since: null, returned: [], onLostCredit: [] }

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

test('A lost dispute about a payment of the present period ends the plan, and about an earlier one not', () => {
  const earlier = paid('in_0', { created: BEGIN - 9 })
  const payments = [earlier, paid('in_1'), paid('in_2', { created: BEGIN + 9 })]
  expect(returnedOf(payments, [dispute('in_2', 'lost')]).returned).toEqual(['sub_1'])
  expect(returnedOf(payments, [dispute('in_0', 'lost')])).toMatchObject(HOLDS)
  expect(returnedOf(payments, [dispute('in_0', 'needs_response')])).toMatchObject(HOLDS)
})

test('A plan ends when all that was paid for its period is refunded in full, and not for a part', () => {
  const earlier = paid('in_0', { created: BEGIN - 9, refunded: 999 })
  expect(returnedOf([earlier, paid('in_1', { refunded: 998 })])).toMatchObject(HOLDS)
  expect(returnedOf([earlier, paid('in_1', { refunded: 999 })]).returned).toEqual(['sub_1'])
  // An upgrade in the middle of the period was refunded, and the period's first payment was not.
  const upgrade = paid('in_2', { created: BEGIN + 9, amount_paid: 500, refunded: 500 })
  expect(returnedOf([paid('in_1'), upgrade])).toMatchObject(HOLDS)
  expect(returnedOf([paid('in_1', { refunded: 999 }), upgrade]).returned).toEqual(['sub_1'])
})

test('Where credit pays for the period, the payment before it counts', () => {
  const credited = invoice({ id: 'in_2', status: 'paid', amount_paid: 0, created: BEGIN })
  const bought = (refunded: number) => paid('in_1', { created: BEGIN - 9, refunded })
  const found = (refunded: number) => returnedOf([bought(refunded), { ...paid('in_2'), invoice: credited }])
  expect(found(0)).toMatchObject(HOLDS)
  expect(found(999).returned).toEqual(['sub_1'])
  expect(returnedOf([])).toMatchObject(HOLDS)
})

test('A dispute about an earlier payment counts where the payment is for longer, and its rest became credit', () => {
  const until = (end: number, change: Partial<StripeInvoice> = {}) =>
    paid('in_0', { created: BEGIN - 9, lines: { data: [{ amount: 999, period: { end } }] }, ...change })
  const lost = [dispute('in_0', 'lost')]
  const present = paid('in_1', { amount_paid: 50 })
  expect(returnedOf([until(BEGIN + 1), present], lost).returned).toEqual(['sub_1'])
  expect(returnedOf([until(BEGIN), present], lost)).toMatchObject(HOLDS)
  // What an earlier subscription was paid for pays for this one only by credit that it left.
  const parent = { subscription_details: { subscription: 'sub_0' } }
  const other = until(BEGIN + 1, { parent })
  const credit = {
    ...paid('in_c'),
    invoice: invoice({ id: 'in_c', status: 'paid', total: -900, created: BEGIN - 5, parent }),
  }
  const onCredit = paid('in_1', { amount_paid: 50, starting_balance: -900 })
  const endsByOther = { returned: ['sub_1'], onLostCredit: ['sub_1'] }
  expect(returnedOf([other, credit, onCredit], lost)).toMatchObject(endsByOther)
  // One cent of the credit was lost: the rest came from a payment that is kept.
  const kept = paid('in_k', {
    amount_paid: 9_000,
    created: BEGIN - 8,
    lines: { data: [{ amount: 9_000, period: { end: END } }] },
  })
  kept.invoice.parent = { subscription_details: { subscription: 'sub_k' } }
  const keptCredit = {
    ...paid('in_kc'),
    invoice: invoice({ ...kept.invoice, id: 'in_kc', total: -998, amount_paid: 0, created: BEGIN - 4 }),
  }
  const oneLost = { ...credit, invoice: { ...credit.invoice, total: -1 } }
  const allOnCredit = paid('in_1', { amount_paid: 0, starting_balance: -999 })
  expect(returnedOf([other, oneLost, kept, keptCredit, allOnCredit], lost)).toMatchObject(HOLDS)
  // Where the card paid for more than credit did, only an open dispute counts.
  const oneCent = paid('in_1', { amount_paid: 998, starting_balance: -1 })
  expect(returnedOf([other, credit, oneCent], lost)).toMatchObject(HOLDS)
  expect(returnedOf([other, credit, oneCent], [dispute('in_0', 'under_review')])).toMatchObject({ status: 'past_due' })
  expect(returnedOf([other, credit, present], lost)).toMatchObject(HOLDS)
  expect(returnedOf([other, onCredit], lost)).toMatchObject(HOLDS)
  const later = paid('in_2', { created: BEGIN + 9, starting_balance: -30 })
  expect(returnedOf([other, credit, present, later], lost)).toMatchObject(HOLDS)
  // A refund of an earlier payment is the operator's choice, unless nothing else pays.
  const refunded = { ...other, charge: { ...other.charge, amount_refunded: 999 } }
  expect(returnedOf([refunded, credit, onCredit])).toMatchObject(HOLDS)
  const onCreditAlone = paid('in_1', { amount_paid: 0, starting_balance: -999 })
  expect(returnedOf([refunded, credit, onCreditAlone])).toMatchObject(endsByOther)
  // Of its own payments, none is kept when one is lost.
  expect(returnedOf([until(BEGIN + 1), present], lost).onLostCredit).toEqual([])
})
