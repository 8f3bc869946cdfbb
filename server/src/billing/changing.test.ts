import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, FREE, payAt, pressInPortal, startBilling } from '../../test/billing.ts'
import { followEvents } from '../../test/follow-events.ts'
import { paymentBudget } from '../identity/limits/attempt-budgets.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { beginReading } from './billing-queries.ts'
import { ensurePrice } from './catalog.ts'
import { paidPlan } from './paid-plan.ts'
import { presentSubscription } from './present-subscription.ts'
import { readBilling } from './reading/read-billing.ts'
import { storeBilling } from './reading/store-billing.ts'

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
const detailsOf = ({ accountId }: Person) => presentSubscription(billing.ctx, accountId)
const kindsTo = async (person: Person) => (await billing.mailsTo(person)).map(({ kind }) => kind)
const priceOf = (plan: string, interval: 'month' | 'year') =>
  ensurePrice(billing.stripe, paidPlan(billing.ctx, plan), interval)

/** Chooses another plan on Stripe's page for customers. */
async function change(person: Person, plan: string, interval: 'month' | 'year' = 'month') {
  const value = await priceOf(plan, interval)
  const { status } = await pressInPortal(await billing.portal(person), 'change', { value })
  await billing.settle()
  return status
}

async function press(person: Person, action: string) {
  expect((await pressInPortal(await billing.portal(person), action)).status).toBe(303)
  await billing.settle()
}

test('A reading that began earlier does not replace one that began later', async () => {
  const ann = await billing.subscriber('basic')
  const number = (await beginReading(billing.db, ann.accountId))?.number ?? 0
  await readBilling(billing.ctx, ann.accountId)
  const state = { subscription: null, hasSecond: false, invoices: [] }
  const earlier = { accountId: ann.accountId, number, startedAt: billing.clock.now(), state }
  await billing.db.transaction().execute((tx) => storeBilling(tx, billing.ctx, earlier))
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('The mail about an ended plan names the plan that holds now', async () => {
  const ann = await billing.subscriber('pro')
  const now = billing.clock.now()
  const trial = { started_at: new Date(now), ends_at: new Date(now + 86_400_000) }
  await billing.db
    .insertInto('trials')
    .values({ account_id: ann.accountId, ...trial })
    .execute()
  await call(api.cancelSubscription, { token: ann.token, body: { immediately: true } })
  const mail = (await billing.mailsTo(ann)).find(({ kind }) => kind === 'plan_ended')
  expect(await detailsOf(ann)).toMatchObject({ status: 'trialing' })
  expect(mail?.text).toContain('nothing more is charged for it, and you have the plan Trial now.')
})

test('A plan is cancelled at the end of its period, kept after all, and ended at once', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { token } = ann
  const ending = await call(api.cancelSubscription, { token, body: { immediately: false } })
  expect(ending.body.data).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true })
  const again = await call(api.cancelSubscription, { token, body: {} })
  expect(again.body.data).toMatchObject({ cancel_at_period_end: true })
  await press(ann, 'keep')
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
  const ended = await call(api.cancelSubscription, { token, body: { immediately: true } })
  expect(ended.body.data).toMatchObject({ plan: 'free', status: 'free', interval: null, current_period_end: null })
  await billing.settle()
  expect((await kindsTo(ann)).toSorted()).toEqual(['payment_received', 'plan_ended', 'plan_ends'])
  const { status, failure } = await call(api.cancelSubscription, { token, body: {} })
  expect([status, failure.code, failure.message]).toEqual([409, 'conflict', 'You have no paid plan.'])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
})

test('Whoever has cancelled can buy again once the plan has ended', async () => {
  const ann = await billing.subscriber('pro')
  await press(ann, 'cancel')
  await billing.advance(Date.parse((await detailsOf(ann)).current_period_end ?? '') + 60_000 - billing.clock.now())
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', interval: null })
  const token = await billing.api.signIn(ann)
  await payAt(await billing.checkout({ token }, 'basic'))
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
  expect(await billing.countsOf(ann)).toEqual({ events: 2, subscriptions: 1, invoices: 2 })
})

test("On Stripe's page, a dearer plan begins at once for the difference, and a declined card refuses it", async () => {
  const [ann, bob] = [await billing.subscriber('basic'), await billing.subscriber('basic', { card: 'declined_later' })]
  const end = (await detailsOf(ann)).current_period_end
  expect(await change(ann, 'elite')).toBe(303)
  expect(await detailsOf(ann)).toMatchObject({
    plan: 'elite',
    amount: 19.99,
    current_period_end: end,
    invoices: [{ amount: 15, status: 'paid' }, { amount: 4.99 }],
  })
  expect(await kindsTo(ann)).toEqual(['payment_received', 'payment_received'])
  expect(await change(bob, 'elite')).toBe(402)
  expect(await detailsOf(bob)).toMatchObject({ plan: 'basic', status: 'active', invoices: [{ amount: 4.99 }] })
})

test("On Stripe's page, a cheaper plan begins with the next period, and is undone before that", async () => {
  const [ann, bystander] = [await billing.subscriber('elite'), await billing.subscriber('elite')]
  const end = (await detailsOf(ann)).current_period_end ?? ''
  expect(await change(ann, 'basic')).toBe(303)
  const set = { plan: 'basic', plan_name: 'Basic', interval: 'month', amount: 4.99, starts_at: end }
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', scheduled_change: set })
  await press(ann, 'unschedule')
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', scheduled_change: null })
  await change(ann, 'basic')
  await billing.advance(Date.parse(end) + 60_000 - billing.clock.now())
  expect(await detailsOf(ann)).toMatchObject({
    plan: 'basic',
    scheduled_change: null,
    invoices: [{ amount: 4.99, status: 'paid' }, { amount: 19.99 }],
  })
  // A month that counts bids begins at the same instant.
  expect((await readEntitlement(billing.ctx, ann.accountId)).window.start).toBe(Date.parse(end))
  expect((await kindsTo(ann)).filter((kind) => kind === 'plan_changes')).toHaveLength(2)
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'elite', amount: 19.99 })
})

test('Paying by the year begins at once for the difference, and paying by the month when the year is over', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const startedAt = billing.clock.now()
  const { token } = ann
  const pay = (new_interval: 'month' | 'year') => call(api.changeBillingInterval, { token, body: { new_interval } })
  const year = await pay('year')
  expect(year.body.data).toMatchObject({
    plan: 'pro',
    interval: 'year',
    amount: 99.9,
    invoices: [{ amount: 89.91, status: 'paid' }, { amount: 9.99 }],
  })
  // The months that count bids go on from the day on which the plan began.
  expect((await readEntitlement(billing.ctx, ann.accountId)).window.start).toBe(startedAt)
  const starts_at = year.body.data.current_period_end
  const month = await pay('month')
  const set = { plan: 'pro', interval: 'month', amount: 9.99, starts_at }
  expect(month.body.data).toMatchObject({ interval: 'year', scheduled_change: set })
  const refusals = [await pay('year')]
  const cancelled = await call(api.cancelSubscription, { token, body: {} })
  expect(cancelled.body.data).toMatchObject({ cancel_at_period_end: true, scheduled_change: null })
  refusals.push(await pay('month'))
  await press(ann, 'keep')
  refusals.push(await pay('year'))
  expect(refusals.map(({ status, failure }) => [status, failure.code, failure.message])).toEqual([
    [
      409,
      'plan_change_refused',
      'Your plan is set to change with its next period. Please undo that first, and change it then.',
    ],
    [409, 'plan_change_refused', 'Your plan is set to end. Please keep it first, and change it then.'],
    [422, 'rule_broken', 'You pay this way already.'],
  ])
  expect((await pay('month')).body.data).toMatchObject({ scheduled_change: set })
  await billing.advance(Date.parse(starts_at ?? '') + 60_000 - billing.clock.now())
  expect(await detailsOf(ann)).toMatchObject({ interval: 'month', invoices: [{ amount: 9.99 }, {}, {}] })
  expect(await detailsOf(bystander)).toMatchObject({ interval: 'month', amount: 9.99 })
})

test('A declined card refuses paying by the year, and everything stays as it was', async () => {
  const ann = await billing.subscriber('basic', { card: 'declined_later' })
  const before = await detailsOf(ann)
  const { status, failure } = await call(api.changeBillingInterval, {
    token: ann.token,
    body: { new_interval: 'year' },
  })
  expect([status, failure.code]).toEqual([422, 'payment_declined'])
  expect(failure.message).toMatch(/^Your bank did not accept the payment\. Nothing was changed\./)
  await billing.settle()
  expect(await detailsOf(ann)).toEqual(before)
})

test('The open browsers of a subscriber are told of each change of the plan, of nothing else, and no others are', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { url, db } = billing.api
  await using browser = await followEvents(url, await billing.api.signIn(ann))
  await using others = await followEvents(url, bystander.token)
  const next = async (events: typeof browser) =>
    (await events.next(({ type }) => type === 'plan_changed' || type === 'pause_changed')).type
  await call(api.cancelSubscription, { token: ann.token, body: {} })
  expect(await next(browser)).toBe('plan_changed')
  await readBilling(billing.ctx, ann.accountId)
  await announceChange(db, { what: 'pause', accountId: ann.accountId })
  expect(await next(browser)).toBe('pause_changed')
  await announceChange(db, { what: 'pause', accountId: bystander.accountId })
  expect(await next(others)).toBe('pause_changed')
})

const sync = async ({ token }: Pick<Person, 'token'>) => (await call(api.syncSubscription, { token })).status

test('Who keeps asking Stripe has to wait, and everybody else is answered', async () => {
  const [ann, bystander] = [await billing.api.signUp(), await billing.api.signUp()]
  const asked = { ...paymentBudget(ann.accountId), used: 195, updated_at: new Date(billing.clock.now()) }
  await billing.db.insertInto('attempt_budgets').values(asked).execute()
  const statuses = await Promise.all(Array.from({ length: 8 }, () => sync(ann)))
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await sync(bystander)).toBe(200)
  expect(await detailsOf(ann)).toMatchObject(FREE)
  billing.clock.stepWall(120_000)
  expect(await sync(ann)).toBe(200)
})

test('Who keeps opening payment pages has to wait, and can still cancel', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.api.signUp()]
  const open = async ({ token }: Person) =>
    (await call(api.startCheckout, { token, body: { plan: 'not sold', interval: 'month' } })).status
  const statuses = await Promise.all(Array.from({ length: 20 }, () => open(ann)))
  // The plan was bought on a page too.
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array.from({ length: 19 }, () => 422), 429])
  expect(await open(bystander)).toBe(422)
  expect((await call(api.cancelSubscription, { token: ann.token, body: {} })).status).toBe(200)
})
