import { createHmac } from 'node:crypto'
import {
  cancelSubscription,
  openBillingPortal,
  readSubscription,
  resumeSubscription,
  startCheckout,
  syncSubscription,
} from '@bidwell/contract'
import type { StripeEvent } from '@bidwell/practice-stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling, WEBHOOK_SECRET } from '../../test/billing.ts'
import { ensurePrice } from './ensure-price.ts'
import { paidPlan } from './paid-plan.ts'
import { readBilling } from './read-billing.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)
const START_S = START / 1_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
const detailsOf = async ({ token }: Person) => (await call(readSubscription, { token })).body.data

const planOf = (id: string) => paidPlan(billing.deps, id)

/** How often something was recorded for a person: product events, stored subscriptions and invoices. */
async function countsOf({ accountId }: Person) {
  const { db } = billing
  const of = (table: 'product_events' | 'subscriptions' | 'invoices') =>
    db.selectFrom(table).select('account_id').where('account_id', '=', accountId)
  const [events, subscriptions, invoices] = await Promise.all([
    of('product_events').where('kind', '=', 'subscription_created').execute(),
    of('subscriptions').execute(),
    of('invoices').execute(),
  ])
  return { events: events.length, subscriptions: subscriptions.length, invoices: invoices.length }
}

const FREE = { plan: 'free', status: 'free', interval: null, amount: null, current_period_end: null, invoices: [] }

test('A plan that is bought on the payment page holds as soon as Stripe has reported it', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.api.signUp()]
  expect(await detailsOf(ann)).toMatchObject({
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
  expect(await countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  const [receipt] = await billing.mailsTo(ann)
  expect(receipt).toMatchObject({ kind: 'payment-receipt', subject: 'Your Bidwell receipt' })
  expect(receipt?.text).toMatch(/Plan: Pro[^]*Amount: \$9\.99[^]*Invoice: PRACTICE-\d+[^]*no money has moved/)
  expect(await detailsOf(bystander)).toMatchObject(FREE)
  expect(await billing.mailsTo(bystander)).toEqual([])
})

test('Returning from the payment page gives nothing without a payment, and shows the plan at once after one', async () => {
  const ann = await billing.api.signUp()
  billing.service.control.setWebhooks('drop')
  const page = await billing.checkout(ann, 'basic', 'year')
  const sync = async () => (await call(syncSubscription, { token: ann.token })).body.data
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

const ORDERS = [
  ['return', 'cancel', 'message'],
  ['return', 'message', 'cancel'],
  ['cancel', 'return', 'message'],
  ['cancel', 'message', 'return'],
  ['message', 'return', 'cancel'],
  ['message', 'cancel', 'return'],
] as const

test.each(ORDERS)('After a purchase, %s, then %s, then %s lead to the same state', async (...steps) => {
  const ann = await billing.api.signUp()
  const { control } = billing.service
  control.setWebhooks('hold')
  await payAt(await billing.checkout(ann, 'pro'))
  const run = {
    return: async () => expect((await call(syncSubscription, { token: ann.token })).status).toBe(200),
    cancel: async () => expect((await call(cancelSubscription, { token: ann.token, body: {} })).status).toBe(200),
    message: async () => {
      await control.deliverHeld()
      await billing.runJobs()
    },
  }
  for (const step of steps) {
    await run[step]()
    billing.clock.stepWall(1_000)
  }
  await run.message()
  control.setWebhooks('send')
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true })
  expect(await countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind).toSorted()).toEqual([
    'payment-receipt',
    'subscription-ends',
  ])
})

test('Messages that are late, in the wrong order and repeated a hundred times have one effect', async () => {
  const { control } = billing.service
  const bystander = await billing.subscriber()
  const before = [await detailsOf(bystander), await countsOf(bystander)]
  control.setWebhooks('hold')
  const ann = await billing.api.signUp()
  await payAt(await billing.checkout(ann, 'elite'))
  const sent: StripeEvent[] = []
  const statuses = await control.deliverHeld((events) => {
    sent.push(...events)
    return events.toReversed()
  })
  await billing.runJobs()
  for (const event of sent)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, () => control.replay(event)))))
  await billing.runJobs()
  control.setWebhooks('send')
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', status: 'active' })
  expect(await countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual(['payment-receipt'])
  const stored = billing.db.selectFrom('payment_events').select('external_id')
  expect(
    (
      await stored
        .where(
          'external_id',
          'in',
          sent.map(({ id }) => id),
        )
        .execute()
    ).length,
  ).toBe(sent.length)
  expect([await detailsOf(bystander), await countsOf(bystander)]).toEqual(before)
})

/** Sends a message of somebody who knows the secret, or does not. */
function post(body: string, { secret = WEBHOOK_SECRET, at = START_S, sent = body, signature = '' } = {}) {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature || `t=${at},v1=${digest}` }
  return fetch(billing.webhookUrl, { method: 'POST', headers, body: sent })
}

test('A message that Stripe has not signed in the last five minutes is refused, and changes nothing', async () => {
  const ann = await billing.subscriber()
  const now = Math.floor(billing.clock.now() / 1_000)
  const { external_id: customer } = await billing.db
    .selectFrom('billing_customers')
    .select('external_id')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  const object = { object: 'subscription', id: 'sub_1', customer }
  const event = (id: string) => JSON.stringify({ id, type: 'customer.subscription.deleted', data: { object } })
  const refused = [
    await post(event('evt_a'), { at: now, secret: 'whsec_another' }),
    await post(event('evt_b'), { at: now - 301 }),
    await post(event('evt_c'), { at: now, sent: event('evt_d') }),
    await post(event('evt_e'), { at: now, sent: ` ${event('evt_e')}` }),
    await post(event('evt_f'), { signature: 'v1=0' }),
    await fetch(billing.webhookUrl, { method: 'POST', body: event('evt_g') }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
  expect(await refused[0]!.json()).toMatchObject({ success: false, code: 'malformed' })
  const stored = billing.db.selectFrom('payment_events').select('external_id').where('external_id', 'like', 'evt__')
  expect(await stored.execute()).toEqual([])
  // A signed message is accepted, whatever it claims: what holds is what Stripe shows.
  expect((await post(event('evt_h'), { at: now - 299 })).status).toBe(200)
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('Signed messages of unknown kinds, shapes and customers are accepted and ignored', async () => {
  const at = Math.floor(billing.clock.now() / 1_000)
  const stranger = { object: 'subscription', id: 'sub_9', customer: 'cus_of_another_shop' }
  const messages = [
    { id: 'evt_kind', type: 'moon.full', data: { object: { object: 'moon' } } },
    { id: 'evt_stranger', type: 'customer.subscription.created', data: { object: stranger } },
    { id: 'evt_shape', type: 'customer.created' },
  ]
  const replies = await Promise.all(messages.map((message) => post(JSON.stringify(message), { at })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const waiting = billing.db.selectFrom('subscriptions').select('id').where('external_id', '=', 'sub_9')
  await billing.runJobs()
  expect(await waiting.execute()).toEqual([])
})

test('Of checkouts begun at once, one page stays open, and an earlier page is closed', async () => {
  const ann = await billing.api.signUp()
  const earlier = await billing.checkout(ann, 'basic')
  const customer = await customerOf(ann)
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ email: ann.email })
  const email = `moved-${ann.email}`
  await billing.db.updateTable('accounts').set({ email }).where('id', '=', ann.accountId).execute()
  const body = { plan: 'pro', interval: 'month' }
  const begun = await Promise.all(Array.from({ length: 8 }, () => call(startCheckout, { token: ann.token, body })))
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
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', invoices: [{ amount: 9.99 }] })

  const again = await call(startCheckout, { token: ann.token, body })
  expect([again.status, again.failure.message]).toEqual([
    409,
    'You have a plan already. Please change it in the settings instead of buying another one.',
  ])
})

async function customerOf({ accountId }: Person): Promise<string> {
  const { external_id } = await billing.db
    .selectFrom('billing_customers')
    .select('external_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return external_id ?? ''
}

test('A second subscription of an account is ended and paid back, and the older one stays', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const before = await detailsOf(bystander)
  const customer = await customerOf(ann)
  const elite = planOf('elite')
  const price = await ensurePrice(billing.deps, elite, 'month')
  await billing.service.control.advance(60)
  const second = await billing.stripe.subscriptions.create({ customer, items: [{ price }] })
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
  expect((await billing.stripe.subscriptions.retrieve(second.id)).status).toBe('canceled')
  const refunds = billing.service.control.events().filter(({ type }) => type === 'refund.created')
  expect(refunds.map(({ data }) => data.object)).toMatchObject([{ amount: 1_999, reason: 'duplicate' }])
  const kinds = (await billing.mailsTo(ann)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'second-subscription')).toHaveLength(1)
  expect(kinds).not.toContain('subscription-ended')
  expect(await billing.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toContainEqual({
    kind: 'two_subscriptions',
    subject: `account ${ann.accountId}`,
  })
  expect(await detailsOf(bystander)).toEqual(before)
})

test('A reading that began earlier does not replace one that began later', async () => {
  const ann = await billing.subscriber('basic')
  const { deps, stripe } = billing
  const read = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  /** Has read Stripe, and is slow to hand it on. */
  const slow = Object.assign(Object.create(stripe), {
    invoices: Object.assign(Object.create(stripe.invoices), {
      async list(...query: Parameters<typeof stripe.invoices.list>) {
        const found = await stripe.invoices.list(...query)
        read.resolve()
        await released.promise
        return found
      },
    }),
  })
  const earlier = readBilling({ ...deps, stripe: slow }, ann.accountId)
  await read.promise
  await call(cancelSubscription, { token: ann.token, body: { immediately: true } })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  released.resolve()
  await earlier
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
})

test('A plan is cancelled at the end of its period, kept after all, and ended at once', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { token } = ann
  const ending = await call(cancelSubscription, { token, body: { immediately: false } })
  expect(ending.body.data).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true })
  const again = await call(cancelSubscription, { token, body: {} })
  expect(again.body.data).toMatchObject({ cancel_at_period_end: true })
  const kept = await call(resumeSubscription, { token })
  expect(kept.body.data).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
  expect((await call(resumeSubscription, { token })).body.data).toMatchObject({ cancel_at_period_end: false })
  const ended = await call(cancelSubscription, { token, body: { immediately: true } })
  expect(ended.body.data).toMatchObject({ plan: 'free', status: 'free', interval: null, current_period_end: null })
  await billing.settle()
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind).toSorted()).toEqual([
    'payment-receipt',
    'subscription-ended',
    'subscription-ends',
  ])
  for (const endpoint of [resumeSubscription, cancelSubscription]) {
    const { status, failure } = await call(endpoint, { token, ...(endpoint === cancelSubscription && { body: {} }) })
    expect([status, failure.code, failure.message]).toEqual([409, 'conflict', 'You have no paid plan.'])
  }
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
})

test("The billing page shows the buyer's own cards and invoices, and nobody else's", async () => {
  const [ann, never] = [await billing.subscriber('pro'), await billing.api.signUp()]
  const pages = await Promise.all([1, 2].map(() => call(openBillingPortal, { token: ann.token })))
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  const html = await (await fetch(pages[0]!.body.data.url)).text()
  expect(html).toContain('$9.99')
  expect(html).toContain('https://bids.example/settings?tab=subscription&amp;checkout=portal')
  const configurations = await billing.stripe.billingPortal.configurations.list({ limit: 10 })
  expect(configurations.data).toHaveLength(1)
  const { status, failure } = await call(openBillingPortal, { token: never.token })
  expect([status, failure.message]).toEqual([409, 'There is nothing to show yet: you have not bought a plan.'])
})

const sync = async ({ token }: Person) => (await call(syncSubscription, { token })).status

test('Who keeps asking Stripe has to wait, and everybody else is answered', async () => {
  const [ann, bystander] = [await billing.api.signUp(), await billing.api.signUp()]
  const statuses = await Promise.all(Array.from({ length: 205 }, () => sync(ann)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await sync(bystander)).toBe(200)
  expect(await detailsOf(ann)).toMatchObject(FREE)
  billing.clock.stepWall(120_000)
  expect(await sync(ann)).toBe(200)
})

test('Only plans that are sold can be bought, and the price is the one of the plans file', async () => {
  const ann = await billing.api.signUp()
  for (const plan of ['trial', 'free', 'self-hosted', 'platinum']) {
    const { status, failure } = await call(startCheckout, { token: ann.token, body: { plan, interval: 'month' } })
    expect([status, failure.code, failure.message]).toEqual([422, 'rule_broken', 'There is no such plan to buy.'])
  }
  const cheaper = { plan: 'pro', interval: 'month', amount: 1 }
  expect((await call(startCheckout, { token: ann.token, body: cheaper })).status).toBe(400)
  const week = { plan: 'pro', interval: 'week' }
  expect((await call(startCheckout, { token: ann.token, body: week })).status).toBe(400)

  const subscriber = await billing.subscriber('pro')
  const pro = planOf('pro')
  const [present, dearer] = [
    await ensurePrice(billing.deps, pro, 'month'),
    await ensurePrice(billing.deps, { ...pro, monthlyCents: 1_499 }, 'month'),
  ]
  expect(dearer).not.toBe(present)
  await call(syncSubscription, { token: subscriber.token })
  // Who has bought keeps the price, and the plan.
  expect(await detailsOf(subscriber)).toMatchObject({ plan: 'pro', amount: 9.99 })
  expect(await ensurePrice(billing.deps, pro, 'month')).not.toBe(dearer)
})
