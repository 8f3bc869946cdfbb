import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Billing, FREE, payAt, startBilling } from '../../test/billing.ts'
import { customerOf } from './billing-queries.ts'
import { ensurePrice } from './catalog.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { paidPlan } from './paid-plan.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
const planOf = (id: string) => paidPlan(billing.ctx, id)

test('A plan that is bought on the payment page holds as soon as Stripe has reported it', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.api.signUp()]
  expect(await billing.detailsOf(ann)).toMatchObject({
    plan: 'pro',
    plan_name: 'Pro',
    status: 'active',
    interval: 'month',
    amount: 9.99,
    current_period_end: '2027-02-28T10:30:00.000Z',
    cancel_at_period_end: false,
    past_due_until: null,
    test_checkout: true,
    invoices: [{ amount: 9.99, status: 'paid', created_at: '2027-01-31T10:30:00.000Z' }],
  })
  expect(await billing.countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  const [receipt] = await billing.mailsTo(ann)
  expect(receipt).toMatchObject({ kind: 'payment_received', subject: 'Payment received' })
  expect(receipt?.text).toMatch(/\$9\.99 for the plan Pro\. Invoice PRACTICE-\d+\.[^]*no money has moved/)
  expect(await billing.detailsOf(bystander)).toMatchObject(FREE)
  expect(await billing.mailsTo(bystander)).toEqual([])
})

test('Returning from the payment page gives nothing without a payment, and shows the plan at once after one', async () => {
  const ann = await billing.api.signUp()
  billing.service.control.setWebhooks('drop')
  const page = await billing.checkout(ann, 'basic', 'year')
  const sync = async () => (await call(api.syncSubscription, { token: ann.token })).body.data
  expect(await sync()).toMatchObject(FREE)
  expect((await payAt(page, 'declined')).status).toBe(402)
  billing.clock.stepWall(1_000)
  expect(await sync()).toMatchObject(FREE)
  const paid = await payAt(page)
  expect(paid.headers.get('location')).toBe('https://bids.example/settings?tab=subscription&checkout=done')
  billing.clock.stepWall(1_000)
  expect(await sync()).toMatchObject({ plan: 'basic', interval: 'year', amount: 49.9, status: 'active' })
  billing.service.control.setWebhooks('send')
})

test('Another payment page closes the earlier one, and whoever has a plan gets none', async () => {
  const ann = await billing.api.signUp()
  const earlier = await billing.checkout(ann, 'basic')
  const customer = (await customerOf(billing.db, ann.accountId)) ?? ''
  const email = `moved-${ann.email}`
  await billing.db.updateTable('accounts').set({ email }).where('id', '=', ann.accountId).execute()
  const latest = await billing.checkout(ann, 'pro')
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ email })
  expect((await payAt(earlier)).status).not.toBe(303)
  expect((await payAt(latest)).status).toBe(303)
  await billing.settle()
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'pro', invoices: [{ amount: 9.99 }] })
  const again = await call(api.startCheckout, { token: ann.token, body: { plan: 'elite', interval: 'month' } })
  expect([again.status, again.failure.message]).toEqual([
    409,
    'You have a plan already. Please change it in the settings instead of buying another one.',
  ])
})

test('Of checkouts begun at once, all are for one customer', async () => {
  const ann = await billing.api.signUp()
  const customers = await Promise.all(Array.from({ length: 4 }, () => ensureCustomer(billing.ctx, ann.accountId)))
  expect(new Set(customers)).toEqual(new Set([await customerOf(billing.db, ann.accountId)]))
})

test('Beside a second subscription of an account the older one stays, and the operator learns of it', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const customer = (await customerOf(billing.db, ann.accountId)) ?? ''
  const price = await ensurePrice(billing.stripe, planOf('elite'), 'month')
  await billing.service.control.advance(60)
  await billing.stripe.subscriptions.create({ customer, items: [{ price }] })
  await billing.settle()
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
  const subject = `account ${ann.accountId}`
  expect(await billing.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'two_subscriptions', subject },
  ])
  expect(await billing.detailsOf(bystander)).toMatchObject({ plan: 'basic', invoices: [{ amount: 4.99 }] })
})

test("Stripe's page for customers shows the buyer's own card and invoices, and nobody else's", async () => {
  const [ann, never] = [await billing.subscriber('pro'), await billing.api.signUp()]
  const pages = [await billing.portal(ann), await billing.portal(ann)]
  const html = await (await fetch(pages[0] ?? '')).text()
  expect(html).toContain('$9.99')
  expect(html).toContain('https://bids.example/settings?tab=subscription&amp;checkout=portal')
  const configurations = await billing.stripe.billingPortal.configurations.list({ limit: 10 })
  expect(configurations.data).toHaveLength(1)
  const { status, failure } = await call(api.openBillingPortal, { token: never.token })
  expect([status, failure.message]).toEqual([409, 'There is nothing to show yet: you have not bought a plan.'])
})

test('Only plans that are sold can be bought, and the price is the one of the plans file', async () => {
  const ann = await billing.api.signUp()
  for (const plan of ['trial', 'free', 'self-hosted', 'platinum']) {
    const { status, failure } = await call(api.startCheckout, { token: ann.token, body: { plan, interval: 'month' } })
    expect([status, failure.code, failure.message]).toEqual([422, 'rule_broken', 'There is no such plan to buy.'])
  }
  const cheaper = { plan: 'pro', interval: 'month', amount: 1 }
  expect((await call(api.startCheckout, { token: ann.token, body: cheaper })).status).toBe(400)
  const week = { plan: 'pro', interval: 'week' }
  expect((await call(api.startCheckout, { token: ann.token, body: week })).status).toBe(400)

  const subscriber = await billing.subscriber('pro')
  const pro = planOf('pro')
  const [present, dearer] = [
    await ensurePrice(billing.stripe, pro, 'month'),
    await ensurePrice(billing.stripe, { ...pro, monthlyCents: 1_499 }, 'month'),
  ]
  expect(dearer).not.toBe(present)
  await call(api.syncSubscription, { token: subscriber.token })
  // Who has bought keeps the price, and the plan.
  expect(await billing.detailsOf(subscriber)).toMatchObject({ plan: 'pro', amount: 9.99 })
  expect(await ensurePrice(billing.stripe, pro, 'month')).toBe(present)
})
