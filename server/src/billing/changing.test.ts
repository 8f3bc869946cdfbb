import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, FREE, startBilling } from '../../test/billing.ts'
import { followEvents } from '../../test/follow-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import { paymentBudget } from '../limits/attempt-budgets.ts'
import { readBilling } from './reading/read-billing.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)

test('A reading that began earlier does not replace one that began later', async () => {
  const ann = await billing.subscriber('basic')
  const answer = billing.service.control.holdNext('GET /subscriptions', 'answer')
  const earlier = readBilling(billing.deps, ann.accountId)
  await answer.reached
  await call(api.cancelSubscription, { token: ann.token, body: { immediately: true } })
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  answer.release()
  await earlier
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
})

test('The mail about an ended plan names the plan that holds now: the trial while it goes on, or else Free', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const now = billing.clock.now()
  const trial = { started_at: new Date(now), ends_at: new Date(now + 86_400_000) }
  await billing.db
    .insertInto('trials')
    .values({ account_id: ann.accountId, ...trial })
    .execute()
  for (const { token } of [ann, bystander]) {
    await call(api.cancelSubscription, { token, body: { immediately: true } })
  }
  await billing.settle()
  const endOf = async (person: typeof ann) =>
    (await billing.mailsTo(person)).find(({ kind }) => kind === 'plan_ended')?.text
  expect(await billing.detailsOf(ann)).toMatchObject({ status: 'trialing' })
  expect(await endOf(ann)).toContain('nothing more is charged for it, and you have the plan Trial now.')
  expect(await billing.detailsOf(bystander)).toMatchObject({ status: 'free' })
  expect(await endOf(bystander)).toContain('nothing more is charged for it, and you have the plan Free now.')
})

test('A plan is cancelled at the end of its period, kept after all, and ended at once', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { token } = ann
  const ending = await call(api.cancelSubscription, { token, body: { immediately: false } })
  expect(ending.body.data).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true })
  const again = await call(api.cancelSubscription, { token, body: {} })
  expect(again.body.data).toMatchObject({ cancel_at_period_end: true })
  const kept = await call(api.resumeSubscription, { token })
  expect(kept.body.data).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
  expect((await call(api.resumeSubscription, { token })).body.data).toMatchObject({ cancel_at_period_end: false })
  const ended = await call(api.cancelSubscription, { token, body: { immediately: true } })
  expect(ended.body.data).toMatchObject({ plan: 'free', status: 'free', interval: null, current_period_end: null })
  await billing.settle()
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind).toSorted()).toEqual([
    'payment_received',
    'plan_ended',
    'plan_ends',
  ])
  for (const endpoint of [api.resumeSubscription, api.cancelSubscription]) {
    const { status, failure } = await call(endpoint, {
      token,
      ...(endpoint === api.cancelSubscription && { body: {} }),
    })
    expect([status, failure.code, failure.message]).toEqual([409, 'conflict', 'You have no paid plan.'])
  }
  expect(await billing.detailsOf(bystander)).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
})

const CHANGED_ELSEWHERE =
  'Your plan is being changed in another window. Please look at your plan in a moment, before you try again.'
const planChanges = ({ accountId }: Person) =>
  billing.service.control
    .events()
    .filter(
      ({ type, data }) => type === 'invoice.finalized' && JSON.stringify(data).includes(`"account":"${accountId}"`),
    )

test('While a change of a plan is underway, every other change of it is refused, and of other plans none', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const update = billing.service.control.holdNext('POST /subscriptions/:id', 'call')
  const first = call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } })
  await update.reached
  const others = [
    await call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } }),
    await call(api.changePlan, { token: ann.token, body: { new_plan: 'pro' } }),
    await call(api.cancelSubscription, { token: ann.token, body: { immediately: true } }),
    await call(api.resumeSubscription, { token: ann.token }),
  ]
  for (const { status, failure } of others) {
    expect([status, failure.code, failure.message]).toEqual([409, 'conflict', CHANGED_ELSEWHERE])
  }
  const other = await call(api.changePlan, { token: bystander.token, body: { new_plan: 'pro' } })
  expect(other.body.data).toMatchObject({ plan: 'pro' })
  update.release()
  await first
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'elite', status: 'active' })
  expect(planChanges(ann)).toHaveLength(2)
  const later = await call(api.changePlan, { token: ann.token, body: { new_plan: 'pro' } })
  expect(later.body.data).toMatchObject({ plan: 'elite', scheduled_change: { plan: 'pro' } })
})

test('A change of a plan that was decided before another one was made is refused', async () => {
  const ann = await billing.subscriber('basic')
  const list = billing.service.control.holdNext('GET /prices', 'call')
  const late = call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } })
  await list.reached
  expect((await call(api.changePlan, { token: ann.token, body: { new_plan: 'pro' } })).status).toBe(200)
  list.release()
  expect((await late).failure).toMatchObject({ code: 'conflict', message: CHANGED_ELSEWHERE })
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })
  expect(planChanges(ann)).toHaveLength(2)
})

test('A change of a plan that ends at Stripe before the change arrives is refused as that of nobody with a plan', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const { stripe, db } = billing
  const update = billing.service.control.holdNext('POST /subscriptions/:id', 'call')
  const late = call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } })
  await update.reached
  const { external_id } = await db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  await stripe.subscriptions.cancel(external_id)
  update.release()
  expect((await late).failure).toMatchObject({ code: 'conflict', message: 'You have no paid plan.' })
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', interval: null })
  expect(await billing.detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
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
  await readBilling(billing.deps, ann.accountId)
  await announceChange(db, { what: 'pause', accountId: ann.accountId })
  expect(await next(browser)).toBe('pause_changed')
  await call(api.resumeSubscription, { token: ann.token })
  expect(await next(browser)).toBe('plan_changed')
  await announceChange(db, { what: 'pause', accountId: bystander.accountId })
  expect(await next(others)).toBe('pause_changed')
})

const sync = async ({ token }: Person) => (await call(api.syncSubscription, { token })).status

test('Who keeps asking Stripe has to wait, and everybody else is answered', async () => {
  const [ann, bystander] = [await billing.api.signUp(), await billing.api.signUp()]
  const asked = { ...paymentBudget(ann.accountId), used: 195, updated_at: new Date(billing.clock.now()) }
  await billing.db.insertInto('attempt_budgets').values(asked).execute()
  const statuses = await Promise.all(Array.from({ length: 8 }, () => sync(ann)))
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await sync(bystander)).toBe(200)
  expect(await billing.detailsOf(ann)).toMatchObject(FREE)
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
