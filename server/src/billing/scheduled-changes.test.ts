import { api, UNLIMITED } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, startBilling } from '../../test/billing.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { presentSubscription } from './present-subscription.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2027, 0, 31, 10, 30)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
/** As the API answers it, for people whose sessions have ended in the meantime. */
const detailsOf = ({ accountId }: Person) => presentSubscription(billing.deps, accountId)
const signedIn = async (person: Person) => ({ token: await billing.api.signIn(person) })
const change = async (person: Person, plan: string) =>
  (await call(api.changePlan, { ...(await signedIn(person)), body: { new_plan: plan } })).body.data
const kindsTo = async (person: Person) => (await billing.mailsTo(person)).map(({ kind }) => kind)
const amountsOf = async (person: Person) => (await detailsOf(person)).invoices.map(({ amount }) => amount)

/** To a minute after the end of a person's period. */
async function toNextPeriod(person: Person) {
  const { current_period_end: end } = await detailsOf(person)
  await billing.advance(Date.parse(end ?? '') + 60_000 - billing.clock.now())
}

/** The subscription as Stripe shows it. */
async function atStripe({ accountId }: Person) {
  const { external_id } = await billing.db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return billing.stripe.subscriptions.retrieve(external_id)
}

async function scheduleOf(person: Person): Promise<string> {
  const { schedule } = await atStripe(person)
  if (typeof schedule !== 'string') throw new Error('There is no schedule')
  return schedule
}

/** The plan that holds, how many bids it allows, and when the month that counts them began. */
async function monthOf({ accountId }: Person) {
  const { tier, limits, window } = await readEntitlement(billing.deps, accountId)
  return [tier, limits.snipes, new Date(window.start).toISOString()]
}

test('A cheaper plan begins with the next period, and until then the present one holds with its limits', async () => {
  const [ann, bystander] = [await billing.subscriber('elite'), await billing.subscriber('elite')]
  const end = (await detailsOf(ann)).current_period_end
  await billing.advance(10 * DAY_MS)
  const session = await signedIn(ann)
  const preview = await call(api.previewChange, { ...session, query: { plan: 'basic', interval: 'month' } })
  expect(preview.body.data).toEqual({
    starts_at: end,
    due_now: 0,
    amount: 4.99,
    interval: 'month',
    next_invoice_at: end,
  })
  const set = {
    plan: 'elite',
    status: 'active',
    amount: 19.99,
    current_period_end: end,
    scheduled_change: { plan: 'basic', plan_name: 'Basic', interval: 'month', amount: 4.99, starts_at: end },
  }
  expect(await change(ann, 'basic')).toMatchObject(set)
  expect(await amountsOf(ann)).toEqual([19.99])
  expect(await monthOf(ann)).toEqual(['elite', UNLIMITED, '2027-01-31T10:30:00.000Z'])
  const mail = (await billing.mailsTo(ann)).find(({ kind }) => kind === 'plan_changes')
  expect(mail?.text).toMatch(/it is Basic, for \$4\.99 a month\. Until then your present plan holds/)

  await toNextPeriod(ann)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active', amount: 4.99, scheduled_change: null })
  expect(await monthOf(ann)).toEqual(['basic', 15, end])
  await toNextPeriod(ann)
  expect(await amountsOf(ann)).toEqual([4.99, 4.99, 19.99])
  expect((await atStripe(ann)).schedule).toBeNull()
  expect((await kindsTo(ann)).filter((kind) => kind === 'plan_changes')).toHaveLength(1)
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'elite', status: 'active', scheduled_change: null })
  expect(await amountsOf(bystander)).toEqual([19.99, 19.99, 19.99])
})

test('Paying by the month begins when the year is over, on the same day of the month', async () => {
  const [ann, bystander] = [await billing.subscriber('pro', { interval: 'year' }), await billing.subscriber('pro')]
  const { current_period_end: end } = await detailsOf(ann)
  const session = await signedIn(ann)
  const monthly = await call(api.changeBillingInterval, { ...session, body: { new_interval: 'month' } })
  expect(monthly.body.data).toMatchObject({
    plan: 'pro',
    interval: 'year',
    current_period_end: end,
    scheduled_change: { plan: 'pro', interval: 'month', amount: 9.99, starts_at: end },
  })
  await toNextPeriod(ann)
  const { current_period_end: next, ...details } = await detailsOf(ann)
  expect(details).toMatchObject({ plan: 'pro', interval: 'month', amount: 9.99, scheduled_change: null })
  expect(Date.parse(next ?? '') - Date.parse(end ?? '')).toBeLessThanOrEqual(31 * DAY_MS)
  expect(await amountsOf(ann)).toEqual([9.99, 99.9])
  // The year can be chosen again at once, though the schedule of the month is not over.
  const yearly = await call(api.changeBillingInterval, { ...(await signedIn(ann)), body: { new_interval: 'year' } })
  expect(yearly.body.data).toMatchObject({ interval: 'year', scheduled_change: null })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', interval: 'month', scheduled_change: null })
})

test('A change that is set refuses any other one, and can be undone until it begins', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  for (const person of [ann, bystander]) await change(person, 'basic')
  const session = await signedIn(ann)
  for (const { status, failure } of [
    await call(api.changePlan, { ...session, body: { new_plan: 'elite' } }),
    await call(api.previewChange, { ...session, query: { plan: 'elite', interval: 'month' } }),
    await call(api.changeBillingInterval, { ...session, body: { new_interval: 'year' } }),
  ]) {
    expect([status, failure.code, failure.message]).toEqual([
      409,
      'plan_change_refused',
      'Your plan is set to change with its next period. Please undo that first, and change it then.',
    ])
  }
  const kept = await call(api.resumeSubscription, session)
  expect(kept.body.data).toMatchObject({ plan: 'pro', scheduled_change: null })
  expect((await call(api.resumeSubscription, session)).body.data).toMatchObject({ plan: 'pro', scheduled_change: null })
  await toNextPeriod(ann)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', amount: 9.99, status: 'active' })
  expect(await change(ann, 'elite')).toMatchObject({ plan: 'elite', scheduled_change: null })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
})

test.each([
  ['at its end', async (session: { token: string }) => call(api.cancelSubscription, { ...session, body: {} })],
  [
    'at once',
    async (session: { token: string }) => call(api.cancelSubscription, { ...session, body: { immediately: true } }),
  ],
  ['with its account', async (session: { token: string }) => call(api.deleteAccount, session)],
])('A plan that is set to change is cancelled %s, and nothing more is charged', async (_way, cancel) => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  for (const person of [ann, bystander]) await change(person, 'basic')
  expect((await cancel(await signedIn(ann))).status).toBe(200)
  await billing.settle()
  const { plan, cancel_at_period_end, scheduled_change } = await detailsOf(ann)
  expect([plan === 'free' || cancel_at_period_end, scheduled_change]).toEqual([true, null])
  await toNextPeriod(bystander)
  expect((await atStripe(ann)).status).toBe('canceled')
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  expect(await amountsOf(ann)).toEqual([9.99])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active', scheduled_change: null })
})

test("A schedule that the operator releases, or makes, on Stripe's own pages is shown as Stripe shows it", async () => {
  const { control } = billing.service
  const { stripe } = billing
  const [ann, bob, bystander] = [
    await billing.subscriber('pro'),
    await billing.subscriber('pro'),
    await billing.subscriber('pro'),
  ]
  for (const person of [ann, bystander]) await change(person, 'basic')
  control.setWebhooks('drop')
  await stripe.subscriptionSchedules.release(await scheduleOf(ann))
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: (await atStripe(bob)).id })
  const basic = (await stripe.prices.list({ lookup_keys: ['bidwell_basic_month'] })).data[0]?.id ?? ''
  const present = { start_date: phases[0]?.start_date ?? 0, end_date: phases[0]?.end_date ?? 0 }
  const price = (await atStripe(bob)).items.data[0]?.price.id ?? ''
  await stripe.subscriptionSchedules.update(id, {
    phases: [{ items: [{ price }], ...present }, { items: [{ price: basic }] }],
  })
  // What is stored is old, and what is done goes by what Stripe shows.
  expect(await detailsOf(ann)).toMatchObject({ scheduled_change: { plan: 'basic' } })
  expect((await call(api.resumeSubscription, await signedIn(ann))).body.data).toMatchObject({ scheduled_change: null })
  expect((await call(api.resumeSubscription, await signedIn(bob))).body.data).toMatchObject({ scheduled_change: null })
  await stripe.subscriptionSchedules.release(await scheduleOf(bystander))
  await billing.advance(DAY_MS)
  await billing.runHourly()
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', scheduled_change: null })
  control.setWebhooks('send')
  await toNextPeriod(ann)
  for (const person of [ann, bob, bystander]) expect(await amountsOf(person)).toEqual([9.99, 9.99])
})

test('A schedule that is released just before it is undone is undone', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  for (const person of [ann, bystander]) await change(person, 'basic')
  const schedule = await scheduleOf(ann)
  const undoing = billing.service.control.holdNext('POST /subscription_schedules/:id/release', 'call')
  const undone = call(api.resumeSubscription, await signedIn(ann))
  await undoing.reached
  await billing.stripe.subscriptionSchedules.release(schedule)
  undoing.release()
  expect((await undone).body.data).toMatchObject({ plan: 'pro', scheduled_change: null })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', scheduled_change: { plan: 'basic' } })
})

test("A plan that ends on Stripe's own pages takes the change that was set with it", async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  for (const person of [ann, bystander]) await change(person, 'basic')
  await billing.stripe.subscriptions.cancel((await atStripe(ann)).id)
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', interval: null, scheduled_change: null })
  await toNextPeriod(bystander)
  expect(await amountsOf(ann)).toEqual([9.99])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
})

const UNCONFIRMED =
  'The payment service did not confirm in time. Please look at your plan in a moment, before you try again.'

test('A change that Stripe breaks off halfway is not called undone, and can be made later', async () => {
  const { control } = billing.service
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  await change(bystander, 'basic')
  const free = () =>
    sql`update billing_customers set change_sent_at = null where account_id = ${ann.accountId}`.execute(billing.db)
  control.failNext('POST /subscription_schedules/:id')
  const set = () => signedIn(ann).then((session) => call(api.changePlan, { ...session, body: { new_plan: 'basic' } }))
  expect((await set()).failure.message).toBe(UNCONFIRMED)
  await free()
  await billing.settle()
  // The schedule that was made holds the present plan alone.
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', scheduled_change: null })
  expect((await set()).body.data).toMatchObject({ plan: 'pro', scheduled_change: { plan: 'basic' } })

  control.failNext('POST /subscriptions/:id')
  const cancel = async () => call(api.cancelSubscription, { ...(await signedIn(ann)), body: {} })
  expect((await cancel()).failure.message).toBe(UNCONFIRMED)
  await free()
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', scheduled_change: null, cancel_at_period_end: false })
  expect((await cancel()).body.data).toMatchObject({ plan: 'pro', cancel_at_period_end: true })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', scheduled_change: { plan: 'basic' } })
})

test('Of two changes at once, the one that is set and the one that begins now, one is refused', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const setting = billing.service.control.holdNext('POST /subscription_schedules', 'call')
  const cheaper = change(ann, 'basic')
  await setting.reached
  const dearer = await call(api.changePlan, { ...(await signedIn(ann)), body: { new_plan: 'elite' } })
  expect([dearer.status, dearer.failure.code]).toEqual([409, 'conflict'])
  setting.release()
  expect(await cheaper).toMatchObject({ plan: 'pro', scheduled_change: { plan: 'basic' } })
  expect(await change(bystander, 'elite')).toMatchObject({ plan: 'elite', scheduled_change: null })
})

test('Messages about a change that are late, in the wrong order and repeated have one effect', async () => {
  const { control } = billing.service
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  control.setWebhooks('hold')
  await change(ann, 'basic')
  await toNextPeriod(ann)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', scheduled_change: { plan: 'basic' } })
  const repeated: Parameters<typeof control.replay>[0][] = []
  await control.deliverHeld((events) => {
    repeated.push(...events)
    return events.toReversed()
  })
  for (const event of repeated) expect(await control.replay(event)).toBe(200)
  control.setWebhooks('send')
  await billing.settle()
  expect(repeated.map(({ type }) => type)).toContain('subscription_schedule.updated')
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active', scheduled_change: null })
  expect((await kindsTo(ann)).filter((kind) => kind === 'plan_changes')).toHaveLength(1)
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A cheaper plan whose first payment fails is owed at its own price', async () => {
  const [ann, bystander] = [
    await billing.subscriber('elite', { card: 'declined_later' }),
    await billing.subscriber('elite'),
  ]
  for (const person of [ann, bystander]) await change(person, 'basic')
  await toNextPeriod(ann)
  expect(await detailsOf(ann)).toMatchObject({
    plan: 'basic',
    status: 'past_due',
    amount: 4.99,
    scheduled_change: null,
  })
  const mail = (await billing.mailsTo(ann)).find(({ kind }) => kind === 'payment_failed')
  expect(mail?.text).toMatch(/declined for \$4\.99\. The plan Basic/)
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
})
