import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, startBilling } from '../../test/billing.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { presentSubscription } from './present-subscription.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2027, 0, 31, 10, 30)

/** The stories follow each other in time: each begins where the clock stands. */
let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
/** As the API answers it, for people whose sessions have ended in the meantime. */
const detailsOf = ({ accountId }: Person) => presentSubscription(billing.deps, accountId)
const dayOf = (instant: string | number | null | undefined) => new Date(instant ?? 0).toISOString().slice(0, 10)
const signedIn = async (person: Person) => ({ token: await billing.api.signIn(person) })
const invoicesOf = async ({ accountId }: Person) =>
  billing.db.selectFrom('invoices').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute()

test('Renewals from the 31st keep their day through short months, and each has one receipt', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.api.signUp()]
  for (const end of ['2027-02-28', '2027-03-31', '2027-04-30']) {
    const { status, current_period_end } = await detailsOf(ann)
    expect([status, dayOf(current_period_end)]).toEqual(['active', end])
    // The months that count bids stay with the day on which the plan began.
    expect(dayOf((await readEntitlement(billing.deps, ann.accountId)).window.end)).toBe(end)
    await billing.advance(Date.parse(current_period_end ?? '') + DAY_MS - billing.clock.now())
  }
  const kinds = (await billing.mailsTo(ann)).map(({ kind }) => kind)
  expect(kinds).toEqual(Array.from({ length: 4 }, () => 'payment_received'))
  expect([(await invoicesOf(ann)).length, (await invoicesOf(bystander)).length]).toEqual([4, 0])
})

test('A change of the interval in the middle of a period costs what the preview says, and begins a new period', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const startedAt = billing.clock.now()
  const period = Date.parse((await detailsOf(ann)).current_period_end ?? '') - startedAt
  await billing.advance(period / 2)
  const { token } = await signedIn(ann)
  const before = await detailsOf(bystander)
  const preview = await call(api.previewChange, { token, query: { plan: 'pro', interval: 'year' } })
  const due = 99.9 - 4.99
  expect(preview.body.data).toMatchObject({ amount: 99.9, interval: 'year' })
  expect(preview.body.data.due_now).toBeCloseTo(due, 1)
  const { status, body } = await call(api.changeBillingInterval, { token, body: { new_interval: 'year' } })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ plan: 'pro', status: 'active', interval: 'year', amount: 99.9 })
  expect(body.data.current_period_end).toBe(preview.body.data.next_invoice_at)
  expect(dayOf(body.data.current_period_end)).toBe(
    dayOf(
      Temporal.Instant.fromEpochMilliseconds(billing.clock.now()).toZonedDateTimeISO('UTC').add({ years: 1 })
        .epochMilliseconds,
    ),
  )
  expect(body.data.invoices[0]).toMatchObject({ amount: preview.body.data.due_now, status: 'paid' })
  // The months that count bids go on from the day on which the plan began.
  const { window } = await readEntitlement(billing.deps, ann.accountId)
  expect(window.start).toBe(startedAt)

  const again = await call(api.changeBillingInterval, { token, body: { new_interval: 'year' } })
  expect([again.status, again.failure.message]).toEqual([422, 'You pay this way already.'])
  expect(await detailsOf(bystander)).toEqual(before)
})

test('A dearer plan charges the difference at once, and a window with an older plan changes nothing', async () => {
  const ann = await billing.subscriber('basic')
  const end = (await detailsOf(ann)).current_period_end
  const { token } = ann
  const up = await call(api.previewChange, { token, query: { plan: 'elite', interval: 'month' } })
  expect(up.body.data).toEqual({ starts_at: null, due_now: 15, amount: 19.99, interval: 'month', next_invoice_at: end })
  const raised = await call(api.changePlan, { token, body: { new_plan: 'elite' } })
  expect(raised.body.data).toMatchObject({
    plan: 'elite',
    amount: 19.99,
    current_period_end: end,
    invoices: [{ amount: 15, status: 'paid' }, { amount: 4.99 }],
  })
  const shown = { plan: 'basic', interval: 'month' } as const
  for (const { status, failure } of [
    await call(api.changePlan, { token, body: { new_plan: 'pro', from: shown } }),
    await call(api.changeBillingInterval, { token, body: { new_interval: 'year', from: shown } }),
  ]) {
    expect([status, failure.code, failure.message]).toEqual([
      409,
      'plan_change_refused',
      'Your plan has changed in the meantime, so this change was not made.',
    ])
  }
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual(['payment_received', 'payment_received'])
  for (const [new_plan, status, message] of [
    ['elite', 422, 'This is your plan already.'],
    ['free', 422, 'There is no such plan to buy.'],
  ] as const) {
    const refused = await call(api.changePlan, { token, body: { new_plan } })
    expect([refused.status, refused.failure.message]).toEqual([status, message])
  }
})

test('A declined card refuses a dearer plan, and everything stays as it was', async () => {
  const ann = await billing.subscriber('basic', { card: 'declined_later' })
  const before = await detailsOf(ann)
  const { status, failure } = await call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } })
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'payment_declined',
    'Your card was declined. Nothing was changed: your plan stays as it is.',
  ])
  await billing.settle()
  expect(await detailsOf(ann)).toEqual(before)
  const year = await call(api.changeBillingInterval, { token: ann.token, body: { new_interval: 'year' } })
  expect([year.status, year.failure.code]).toEqual([422, 'payment_declined'])
  expect(await detailsOf(ann)).toEqual(before)
})

test('After a failed payment the plan holds for seven days to the second, and again once it is paid', async () => {
  const [ann, bystander] = [
    await billing.subscriber('pro', { card: 'declined_later' }),
    await billing.subscriber('pro'),
  ]
  const due = Date.parse((await detailsOf(ann)).current_period_end ?? '')
  await billing.advance(due - billing.clock.now() + 60_000)
  const until = new Date(due + 7 * DAY_MS).toISOString()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'past_due', past_due_until: until })
  const failed = (await billing.mailsTo(ann)).filter(({ kind }) => kind === 'payment_failed')
  expect(failed).toHaveLength(1)
  expect(failed[0]?.text).toMatch(/declined for \$9\.99\. The plan Pro holds until /)
  const { token } = await signedIn(ann)
  for (const reply of [
    await call(api.changePlan, { token, body: { new_plan: 'elite' } }),
    await call(api.previewChange, { token, query: { plan: 'elite', interval: 'month' } }),
    await call(api.startCheckout, { token, body: { plan: 'elite', interval: 'month' } }),
  ]) {
    expect([reply.status, reply.failure.message]).toEqual([
      409,
      'A payment is still open. Please pay it first, and change the plan then.',
    ])
  }

  await billing.advance(due + 7 * DAY_MS - 1_000 - billing.clock.now())
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'past_due' })
  await billing.advance(1_000)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', past_due_until: null, amount: 9.99 })

  const again = await signedIn(ann)
  const { url } = (await call(api.openBillingPortal, again)).body.data
  await fetch(`${url}/card`, { method: 'POST', body: new URLSearchParams({ card: 'accepted' }), redirect: 'manual' })
  const open = (await invoicesOf(ann)).find(({ status }) => status === 'open')
  await fetch(`${url}/pay/${open?.external_id}`, { method: 'POST', redirect: 'manual' })
  await billing.settle()
  expect((await call(api.readSubscription, again)).body.data).toMatchObject({
    plan: 'pro',
    status: 'active',
    past_due_until: null,
  })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual([
    'payment_received',
    'payment_failed',
    'payment_received',
  ])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('Without any message of Stripe, the hourly task finds purchases, failed payments and ends', async () => {
  const { control } = billing.service
  control.setWebhooks('drop')
  const ann = await billing.subscriber('pro', { card: 'declined_later' })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free' })
  await billing.advance(3_600_000)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })

  const due = Date.parse((await detailsOf(ann)).current_period_end ?? '')
  await billing.advance(due - billing.clock.now() + 60_000)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'past_due' })
  await billing.advance(15 * DAY_MS)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', interval: null })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual([
    'payment_received',
    'payment_failed',
    'plan_ended',
  ])
  control.setWebhooks('send')
})
