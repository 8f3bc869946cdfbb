import { api, type Endpoint } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { createLog } from '../platform/log.ts'
import { carryOutDeletions } from '../privacy/carry-out-deletions.ts'
import { cancelSubscription as cancelAtStripe } from './change-subscription.ts'
import { presentSubscription } from './present-subscription.ts'
import { billingRoutes } from './routes.ts'
import { separateTestPayments } from './separate-test-payments.ts'
import { createStripeClient } from './stripe-client.ts'
import { billingTasks } from './tasks.ts'

const START = Date.UTC(2027, 4, 3, 9)
const DAY_MS = 86_400_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START, timeoutMs: 1_500 })
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
  ['previewing', api.previewChange, { query: { plan: 'pro', interval: 'month' } }],
  ['changing the plan', api.changePlan, { body: { new_plan: 'pro' } }],
  ['changing the interval', api.changeBillingInterval, { body: { new_interval: 'year' } }],
  ['cancelling', api.cancelSubscription, { body: {} }],
  ['ending at once', api.cancelSubscription, { body: { immediately: true } }],
  ['keeping', api.resumeSubscription, {}],
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
  expect(await askingForProof(ann)).toEqual([
    'buying',
    'opening the billing page',
    'changing the plan',
    'changing the interval',
  ])
  expect(await askingForProof(bystander)).toEqual([])
})

const UNAVAILABLE = 'The payment service does not answer. Nothing was changed. Please try again in a moment.'
const UNCONFIRMED =
  'The payment service did not confirm in time. Please look at your plan in a moment, before you try again.'

test.each([['errors'], ['silence']] as const)(
  'While Stripe answers with %s, every call says so within its time, and changes nothing',
  async (outage) => {
    const { control } = billing.service
    const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
    const before = [await detailsOf(ann), await detailsOf(bystander)]
    billing.clock.stepWall(2_000)
    control.setOutage(outage)
    const replies = await Promise.all(
      CALLS.map(async ([name, endpoint, sent]) => {
        const { status, headers, failure } = await call(endpoint, { token: ann.token, ...sent })
        return [name, status, headers.get('retry-after'), failure.code, failure.message]
      }),
    )
    expect(replies).toEqual(CALLS.map(([name]) => [name, 503, '5', 'payments_unavailable', UNAVAILABLE]))
    // What is stored is shown all the same.
    expect([await detailsOf(ann), await detailsOf(bystander)]).toEqual(before)
    control.setOutage('none')
    expect((await call(api.changePlan, { token: ann.token, body: { new_plan: 'pro' } })).body.data.plan).toBe('pro')
    expect(await detailsOf(bystander)).toEqual(before[1])
  },
)

test('A change whose answer is lost is not repeated, and the jobs find out whether it happened', async () => {
  const ann = await billing.subscriber('pro')
  const { control } = billing.service
  const countEnds = () => control.events().filter(({ type }) => type === 'customer.subscription.deleted').length
  const before = countEnds()
  control.setOutage('lost_answers')
  const { status, failure } = await call(api.cancelSubscription, { token: ann.token, body: { immediately: true } })
  expect([status, failure.code, failure.message]).toEqual([503, 'payments_unavailable', UNCONFIRMED])
  control.setOutage('none')
  expect(countEnds()).toBe(before + 1)
  // For a minute, nothing else is changed by what may no longer hold.
  const resume = async () => (await call(api.resumeSubscription, { token: ann.token })).failure.message
  expect(await resume()).toMatch(/^Your plan is being changed in another window\./)
  await sql`update billing_customers set change_sent_at = change_sent_at - interval '1 minute'
             where account_id = ${ann.accountId}`.execute(billing.db)
  expect(await resume()).toBe('You have no paid plan.')
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  expect(countEnds()).toBe(before + 1)
})

test('A change whose process ends before the answer is found within the hour, without any message of Stripe', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { deps, service, db, clock } = billing
  service.control.setWebhooks('drop')
  // For a day, the purchase itself would have it read each hour.
  await billing.advance(26 * 3_600_000)
  await billing.runHourly()
  // The process that waits for the answer does nothing more.
  const answer = service.control.holdNext('POST /subscriptions/:id', 'answer')
  const dying = createStripeClient({ ...billing.stripeAt, timeoutMs: 600_000 })
  void cancelAtStripe({ ...deps, stripe: dying }, ann.accountId, { immediately: false }).catch(() => {})
  await answer.reached
  // The database's clock runs on its own.
  const sentAt = new Date(clock.now())
  await db
    .updateTable('billing_customers')
    .set({ change_sent_at: sentAt })
    .where('account_id', '=', ann.accountId)
    .execute()
  await billing.advance(3_600_000)
  await billing.runHourly()
  expect(await presentSubscription(deps, ann.accountId)).toMatchObject({ plan: 'pro', cancel_at_period_end: true })
  const readAt = (account: Person) =>
    db.selectFrom('billing_customers').select('read_at').where('account_id', '=', account.accountId).executeTakeFirst()
  const { read_at: readOnce } = (await readAt(ann)) ?? {}
  expect(readOnce?.getTime()).toBe(clock.now())
  await billing.advance(3_600_000)
  await billing.runHourly()
  expect(await readAt(ann)).toEqual({ read_at: readOnce })
  expect(await presentSubscription(deps, bystander.accountId)).toMatchObject({ cancel_at_period_end: false })
  service.control.setWebhooks('send')
})

test('A change that Stripe has made, and whose result cannot be read, is not called undone', async () => {
  const ann = await billing.subscriber('pro')
  const { service } = billing
  const answer = service.control.holdNext('POST /subscriptions/:id', 'answer')
  const cancelling = call(api.cancelSubscription, { token: ann.token, body: {} })
  await answer.reached
  service.control.setOutage('errors')
  answer.release()
  expect((await cancelling).failure).toMatchObject({ code: 'payments_unavailable', message: UNCONFIRMED })
  service.control.setOutage('none')
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', cancel_at_period_end: true })
})

test('A message that arrives while Stripe does not answer is worked on later', async () => {
  const { control } = billing.service
  const ann = await billing.api.signUp()
  const page = await billing.checkout(ann, 'pro')
  await payAt(page)
  await control.settled()
  control.setOutage('errors')
  await billing.runJobs()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free' })
  control.setOutage('none')
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
  const { 'end-with-period': endWithPeriod, 'close-customers': closeCustomers } = billingTasks(billing.deps)
  await endWithPeriod?.({ accountId: bystander.accountId })
  const stored = await presentSubscription(billing.deps, ann.accountId)
  expect(stored).toMatchObject({ plan: 'pro', cancel_at_period_end: true })

  await sql`update account_deletions set due_at = clock_timestamp() where account_id = ${ann.accountId}`.execute(db)
  const log = createLog({ level: 'silent', process: 'jobs' })
  const { clock } = billing
  await carryOutDeletions({
    db,
    clock,
    log,
    marketplace: { id: 'shopgoodwill', siteName: 'ShopGoodwill' },
    process: 'jobs',
  })
  billing.service.control.setOutage('errors')
  await expect(closeCustomers?.({})).rejects.toThrow()
  billing.service.control.setOutage('none')
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toHaveLength(1)
  await closeCustomers?.({})
  await closeCustomers?.({})
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toEqual([])
  expect((await billing.stripe.subscriptions.retrieve(external_id)).status).toBe('canceled')
  await billing.settle()
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', cancel_at_period_end: false, status: 'active' })
})

test('A customer that cannot be deleted at Stripe for a day raises an alarm', async () => {
  const { db, deps, service } = billing
  await db
    .insertInto('closing_customers')
    .values([
      { external_id: 'cus_old', since: new Date(billing.clock.now() - DAY_MS - 1) },
      { external_id: 'cus_new', since: new Date(billing.clock.now() - DAY_MS + 60_000) },
    ])
    .execute()
  service.control.setOutage('errors')
  await expect(billingTasks(deps)['close-customers']?.({})).rejects.toThrow()
  service.control.setOutage('none')
  const alarms = db.selectFrom('alarms').select('subject').where('kind', '=', 'customer_not_closed')
  const subjects = (await alarms.execute()).map(({ subject }) => subject)
  expect(subjects).toContain('cus_old')
  expect(subjects).not.toContain('cus_new')
  // Stripe does not know them: there is nothing left to delete.
  await billingTasks(deps)['close-customers']?.({})
  expect(await db.selectFrom('closing_customers').selectAll().execute()).toEqual([])
})

test('A subscription that Stripe does not know ends in a test checkout, and raises an alarm where money moves', async () => {
  const { db, deps } = billing
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
  await billingTasks(deps)['read-billing']?.({ accountId: ann.accountId })
  await billingTasks({ ...deps, isTest: false })['read-billing']?.({ accountId: bob.accountId })
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
  const { db, deps } = billing
  const [ann, bob] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  await separateTestPayments(deps, { isTest: true })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })
  await db.updateTable('billing_customers').set({ is_test: false }).where('account_id', '=', bob.accountId).execute()
  await expect(separateTestPayments(deps, { isTest: true })).rejects.toThrow(
    'STRIPE_SECRET_KEY must be the live key: accounts have subscriptions that are paid with money, and a test would not see them',
  )
  await separateTestPayments(deps, { isTest: false })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  expect(await detailsOf(bob)).toMatchObject({ plan: 'pro', status: 'active' })
  expect((await call(api.openBillingPortal, { token: ann.token })).status).toBe(409)
  // Ended subscriptions, for which nobody pays any more, are no hindrance.
  await db
    .updateTable('subscriptions')
    .set({ status: 'ended', ended_at: new Date(deps.clock.now()) })
    .execute()
  await separateTestPayments(deps, { isTest: true })
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
