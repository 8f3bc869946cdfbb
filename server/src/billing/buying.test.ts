import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { awaitBlocked } from '../../test/await-blocked.ts'
import { type Billing, FREE, payAt, startBilling } from '../../test/billing.ts'
import { customerOf, lockCustomer, openPageOf } from './billing-queries.ts'
import { ensurePrice } from './ensure-price.ts'
import { paidPlan } from './paid-plan.ts'
import { startCheckout as beginCheckout } from './start-checkout.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
const planOf = (id: string) => paidPlan(billing.deps, id)

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
  expect(receipt).toMatchObject({ kind: 'payment_received', subject: 'Bidwell: Payment received' })
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

test('Of checkouts begun at once, one page stays open, and an earlier page is closed', async () => {
  const ann = await billing.api.signUp()
  const earlier = await billing.checkout(ann, 'basic')
  const customer = (await customerOf(billing.db, ann.accountId)) ?? ''
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ email: ann.email })
  const email = `moved-${ann.email}`
  await billing.db.updateTable('accounts').set({ email }).where('id', '=', ann.accountId).execute()
  const body = { plan: 'pro', interval: 'month' }
  const begun = await Promise.all(Array.from({ length: 8 }, () => call(api.startCheckout, { token: ann.token, body })))
  const opened = begun.filter(({ status }) => status === 200)
  const others = begun.filter(({ status }) => status !== 200)
  expect(opened.length).toBeGreaterThanOrEqual(1)
  for (const { failure } of others) {
    expect(failure).toMatchObject({
      code: 'conflict',
      message: 'The payment page was opened in another window. Please go on there, or try again.',
    })
  }
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ email })
  const pages = await billing.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  expect(pages.data).toHaveLength(1)
  const [open] = pages.data
  expect(opened.map((reply) => reply.body.data.url)).toContain(open?.url)
  expect((await payAt(earlier)).status).not.toBe(303)
  await payAt(`${open?.url}`)
  await billing.settle()
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'pro', invoices: [{ amount: 9.99 }] })

  const again = await call(api.startCheckout, { token: ann.token, body })
  expect([again.status, again.failure.message]).toEqual([
    409,
    'You have a plan already. Please change it in the settings instead of buying another one.',
  ])
})

test('A checkout that begins while another one stores its page closes that page', async () => {
  const ann = await billing.api.signUp()
  const { db, deps } = billing
  const page = await billing.checkout(ann, 'basic')
  const opened = { open_page: await openPageOf(db, ann.accountId), page_opened_at: new Date(START) }
  await db
    .updateTable('billing_customers')
    .set({ open_page: null, page_opened_at: null })
    .where('account_id', '=', ann.accountId)
    .execute()
  const list = billing.service.control.holdNext('GET /prices', 'call')
  const later = beginCheckout(deps, ann.accountId, { plan: 'pro', interval: 'month' })
  await list.reached
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, ann.accountId)
    await tx.updateTable('billing_customers').set(opened).where('account_id', '=', ann.accountId).execute()
    list.release()
    await awaitBlocked(db, 1)
  })
  const latest = await later
  expect((await payAt(page)).status).not.toBe(303)
  expect((await payAt(latest)).status).toBe(303)
})

test('A second subscription of an account is ended and paid back, and the older one stays', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const before = await billing.detailsOf(bystander)
  const customer = (await customerOf(billing.db, ann.accountId)) ?? ''
  const elite = planOf('elite')
  const price = await ensurePrice(billing.deps, elite, 'month')
  await billing.service.control.advance(60)
  const second = await billing.stripe.subscriptions.create({ customer, items: [{ price }] })
  await billing.settle()
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
  expect((await billing.stripe.subscriptions.retrieve(second.id)).status).toBe('canceled')
  const refunds = billing.service.control.events().filter(({ type }) => type === 'refund.created')
  expect(refunds.map(({ data }) => data.object)).toMatchObject([{ amount: 1_999, reason: 'duplicate' }])
  const kinds = (await billing.mailsTo(ann)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'second_plan_returned')).toHaveLength(1)
  expect(kinds).not.toContain('plan_ended')
  expect(await billing.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toContainEqual({
    kind: 'two_subscriptions',
    subject: `account ${ann.accountId}`,
  })
  expect(await billing.detailsOf(bystander)).toEqual(before)
})

test("The billing page shows the buyer's own cards and invoices, and nobody else's", async () => {
  const [ann, never] = [await billing.subscriber('pro'), await billing.api.signUp()]
  const pages = await Promise.all([1, 2].map(() => call(api.openBillingPortal, { token: ann.token })))
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  const html = await (await fetch(pages[0]!.body.data.url)).text()
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
    await ensurePrice(billing.deps, pro, 'month'),
    await ensurePrice(billing.deps, { ...pro, monthlyCents: 1_499 }, 'month'),
  ]
  expect(dearer).not.toBe(present)
  await call(api.syncSubscription, { token: subscriber.token })
  // Who has bought keeps the price, and the plan.
  expect(await billing.detailsOf(subscriber)).toMatchObject({ plan: 'pro', amount: 9.99 })
  expect(await ensurePrice(billing.deps, pro, 'month')).not.toBe(dearer)
})
