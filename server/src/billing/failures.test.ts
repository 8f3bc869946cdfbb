import { api, type Endpoint } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { carryOutDeletions } from '../privacy/carry-out-deletions.ts'
import { presentSubscription } from './present-subscription.ts'
import { billingRoutes } from './routes.ts'
import { separateTestPayments } from './separate-test-payments.ts'
import { billingTasks } from './tasks.ts'

const START = Date.UTC(2027, 4, 3, 9)
const DAY_MS = 86_400_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
const detailsOf = async ({ token }: Person) => (await call(api.readSubscription, { token })).body.data

/** Every call that needs Stripe, as a person with a plan makes it. */
const CALLS: [name: string, endpoint: Endpoint, sent: object][] = [
  ['buying', api.startCheckout, { body: { plan: 'pro', interval: 'month' } }],
  ['reading again', api.syncSubscription, {}],
  ['opening the billing page', api.openBillingPortal, {}],
  ['changing the interval', api.changeBillingInterval, { body: { new_interval: 'year' } }],
  ['cancelling', api.cancelSubscription, { body: {} }],
  ['ending at once', api.cancelSubscription, { body: { immediately: true } }],
]
/** Which of the calls ask a person for a proof of identity. */
async function askingForProof({ token }: Person) {
  const codes = await Promise.all(
    CALLS.map(async ([name, endpoint, sent]) => [name, (await call(endpoint, { token, ...sent })).failure?.code]),
  )
  return codes.flatMap(([name, code]) => (code === 'proof_needed' ? [name] : []))
}

test('Buying, the billing page and changes need a recent proof of identity, and cancelling does not', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const old = new Date(START - 20 * 60_000)
  await billing.db.updateTable('sessions').set({ proven_at: old }).where('account_id', '=', ann.accountId).execute()
  expect(await askingForProof(ann)).toEqual(['buying', 'opening the billing page', 'changing the interval'])
  expect(await askingForProof(bystander)).toEqual([])
})

const UNAVAILABLE = 'The payment service does not answer. Please look at your plan in a moment, before you try again.'

test('While Stripe does not answer, every call says so, and changes nothing', async () => {
  const { control } = billing.service
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const before = [await detailsOf(ann), await detailsOf(bystander)]
  control.setOutage(true)
  const replies = await Promise.all(
    CALLS.map(async ([name, endpoint, sent]) => {
      const { status, headers, failure } = await call(endpoint, { token: ann.token, ...sent })
      return [name, status, headers.get('retry-after'), failure.code, failure.message]
    }),
  )
  expect(replies).toEqual(CALLS.map(([name]) => [name, 503, '5', 'payments_unavailable', UNAVAILABLE]))
  // What is stored is shown all the same.
  expect([await detailsOf(ann), await detailsOf(bystander)]).toEqual(before)
  control.setOutage(false)
  expect((await call(api.cancelSubscription, { token: ann.token, body: {} })).status).toBe(200)
  expect(await detailsOf(bystander)).toEqual(before[1])
})

test('A message that arrives while Stripe does not answer is worked on later', async () => {
  const { control } = billing.service
  const ann = await billing.api.signUp()
  const page = await billing.checkout(ann, 'pro')
  await payAt(page)
  await control.settled()
  control.setOutage(true)
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free' })
  control.setOutage(false)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(billing.db)
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A plan of an account that is being deleted is not renewed, and ends at Stripe with the account', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { db } = billing
  const { external_id } = await db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  expect((await call(api.deleteAccount, { token: ann.token })).status).toBe(200)
  await billing.runJobs()
  const { 'end-with-period': endWithPeriod, 'close-customers': closeCustomers } = billingTasks(billing.ctx)
  await endWithPeriod?.({ accountId: bystander.accountId })
  const stored = await presentSubscription(billing.ctx, ann.accountId)
  expect(stored).toMatchObject({ plan: 'pro', cancel_at_period_end: true })

  await sql`update account_deletions set due_at = clock_timestamp() where account_id = ${ann.accountId}`.execute(db)
  await carryOutDeletions(billing.ctx)
  billing.service.control.setOutage(true)
  await expect(closeCustomers?.({})).rejects.toThrow()
  billing.service.control.setOutage(false)
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toHaveLength(1)
  await closeCustomers?.({})
  await closeCustomers?.({})
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toEqual([])
  expect((await billing.stripe.subscriptions.retrieve(external_id)).status).toBe('canceled')
  await billing.settle()
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', cancel_at_period_end: false, status: 'active' })
})

test('A customer that cannot be deleted at Stripe for a day raises an alarm', async () => {
  const { db, ctx, service } = billing
  await db
    .insertInto('closing_customers')
    .values([
      { external_id: 'cus_old', since: new Date(billing.clock.now() - DAY_MS - 1) },
      { external_id: 'cus_new', since: new Date(billing.clock.now() - DAY_MS + 60_000) },
    ])
    .execute()
  service.control.setOutage(true)
  await expect(billingTasks(ctx)['close-customers']?.({})).rejects.toThrow()
  service.control.setOutage(false)
  const alarms = db.selectFrom('alarms').select('subject').where('kind', '=', 'customer_not_closed')
  const subjects = (await alarms.execute()).map(({ subject }) => subject)
  expect(subjects).toContain('cus_old')
  expect(subjects).not.toContain('cus_new')
  // Stripe does not know them: there is nothing left to delete.
  await billingTasks(ctx)['close-customers']?.({})
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toEqual([])
})

test('A subscription that Stripe does not know ends in a test checkout, and raises an alarm where money moves', async () => {
  const { db, ctx } = billing
  const [ann, bob, bystander] = [
    await billing.subscriber('pro'),
    await billing.subscriber('pro'),
    await billing.subscriber('pro'),
  ]
  const lose = ({ accountId }: Person, name: string) =>
    db.updateTable('subscriptions').set({ external_id: name }).where('account_id', '=', accountId).execute()
  const forget = ({ accountId }: Person, name: string) =>
    db.updateTable('billing_customers').set({ external_id: name }).where('account_id', '=', accountId).execute()
  await lose(ann, 'sub_lost_in_practice')
  await forget(ann, 'cus_lost_in_practice')
  await lose(bob, 'sub_lost_for_real')
  await forget(bob, 'cus_lost_for_real')
  await billingTasks(ctx)['read-billing']?.({ accountId: ann.accountId })
  await billingTasks({ ...ctx, isTest: false })['read-billing']?.({ accountId: bob.accountId })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free' })
  expect(await detailsOf(bob)).toMatchObject({ plan: 'pro' })
  expect(await db.selectFrom('alarms').select(['kind', 'subject']).execute()).toContainEqual({
    kind: 'subscription_unknown',
    subject: 'sub_lost_for_real',
  })
  // The next purchase makes another customer.
  await payAt(await billing.checkout(ann, 'basic'))
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('Plans that were bought in a test end when money moves, and money is never followed by a test', async () => {
  const { db, ctx } = billing
  const [ann, bob] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  await separateTestPayments(ctx, { isTest: true })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })
  await db.updateTable('billing_customers').set({ is_test: false }).where('account_id', '=', bob.accountId).execute()
  await expect(separateTestPayments(ctx, { isTest: true })).rejects.toThrow(
    'STRIPE_SECRET_KEY must be the live key: accounts have subscriptions that are paid with money, and a test would not see them',
  )
  await separateTestPayments(ctx, { isTest: false })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  expect(await detailsOf(bob)).toMatchObject({ plan: 'pro', status: 'active' })
  expect((await call(api.openBillingPortal, { token: ann.token })).status).toBe(409)
  // Ended subscriptions, for which nobody pays any more, are no hindrance.
  await db
    .updateTable('subscriptions')
    .set({ status: 'ended', ended_at: new Date(ctx.clock.now()) })
    .execute()
  await separateTestPayments(ctx, { isTest: true })
})

test('On an installation without plans, the calls about subscriptions do not exist, and the tasks do nothing', async () => {
  await using server = await startTestApi({ routes: () => billingRoutes(null) })
  const { token } = await server.signUp()
  for (const [name, endpoint, sent] of [...CALLS, ['reading', api.readSubscription, {}] as const]) {
    const { status, failure } = await server.call(endpoint, { token, ...sent })
    expect([name, status, failure.code, failure.message]).toEqual([
      name,
      404,
      'not_found',
      'This installation has no plans: everything is unlimited.',
    ])
  }
  for (const task of Object.values(billingTasks(null))) await task({ accountId: 1 })
  const webhook = await fetch(`${server.url}/api/webhooks/stripe`, { method: 'POST', body: '{}' })
  expect(webhook.status).not.toBe(200)
})
