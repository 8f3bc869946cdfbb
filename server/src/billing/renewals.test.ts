import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, pressInPortal, startBilling } from '../../test/billing.ts'
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
const detailsOf = ({ accountId }: Person) => presentSubscription(billing.ctx, accountId)
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
    expect(dayOf((await readEntitlement(billing.ctx, ann.accountId)).window.end)).toBe(end)
    await billing.advance(Date.parse(current_period_end ?? '') + DAY_MS - billing.clock.now())
  }
  const kinds = (await billing.mailsTo(ann)).map(({ kind }) => kind)
  expect(kinds).toEqual(Array.from({ length: 4 }, () => 'payment_received'))
  expect([(await invoicesOf(ann)).length, (await invoicesOf(bystander)).length]).toEqual([4, 0])
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
    await call(api.changeBillingInterval, { token, body: { new_interval: 'year' } }),
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
  const portal = await billing.portal(again)
  await pressInPortal(portal, 'card', { card: 'accepted' })
  const open = (await invoicesOf(ann)).find(({ status }) => status === 'open')
  await pressInPortal(portal, 'pay', { value: open?.external_id ?? '' })
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

test('Without any message of Stripe, each customer is read once a day', async () => {
  const { control } = billing.service
  control.setWebhooks('drop')
  const ann = await billing.subscriber('pro', { card: 'declined_later' })
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free' })
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })

  const due = Date.parse((await detailsOf(ann)).current_period_end ?? '')
  await billing.advance(due - billing.clock.now() + 60_000)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'past_due' })
  await billing.advance(DAY_MS - 60_000)
  const readAt = () => billing.db.selectFrom('billing_customers').select('read_at').execute()
  const before = await readAt()
  await billing.runHourly()
  expect(await readAt()).toEqual(before)
  await billing.advance(14 * DAY_MS)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', interval: null })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual([
    'payment_received',
    'payment_failed',
    'plan_ended',
  ])
  control.setWebhooks('send')
})
