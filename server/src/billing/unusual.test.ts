import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { customerOf } from './billing-queries.ts'
import { endSubscriptions } from './end-subscriptions.ts'
import { ensurePrice } from './ensure-price.ts'
import { paidPlan } from './paid-plan.ts'
import { readBilling } from './reading/read-billing.ts'
import { createStripeClient } from './stripe-client.ts'
import { billingTasks } from './tasks.ts'

const DAY_MS = 86_400_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: Date.UTC(2027, 6, 5, 9) })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
const detailsOf = async ({ token }: Person) => (await call(api.readSubscription, { token })).body.data

const alarmsAbout = async (subject: string) => {
  const found = billing.db.selectFrom('alarms').select('kind').where('subject', '=', subject)
  return (await found.execute()).map(({ kind }) => kind)
}

test('A payment for something that is no plan of ours has a receipt and gives no plan, and an alarm is raised', async () => {
  const [ann, bystander] = [await billing.api.signUp(), await billing.subscriber('pro')]
  const { stripe } = billing
  await billing.checkout(ann, 'basic')
  const { id: price } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 499,
    recurring: { interval: 'month' },
    product_data: { name: 'A magazine' },
  })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: (await customerOf(billing.db, ann.accountId)) ?? '',
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://shop.example/',
  })
  await payAt(`${url}`)
  await billing.settle()
  await readBilling(billing.deps, ann.accountId)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', invoices: [{ amount: 4.99, status: 'paid' }] })
  const mails = await billing.mailsTo(ann)
  expect(mails.map(({ kind }) => kind)).toEqual(['payment_received'])
  expect(mails[0]?.text).toContain('$4.99')
  const alarms = await billing.db.selectFrom('alarms').select('kind').execute()
  expect(alarms).toEqual([{ kind: 'subscription_unknown' }])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A plan that is bought after Stripe has lost the earlier one takes its place', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('basic')]
  await billing.db
    .updateTable('subscriptions')
    .set({ external_id: 'sub_lost', plan: 'elite' })
    .where('account_id', '=', ann.accountId)
    .execute()
  await readBilling({ ...billing.deps, isTest: false }, ann.accountId)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active', amount: 9.99 })
  expect(await alarmsAbout('sub_lost')).toEqual(['subscription_unknown'])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('A second subscription is ended only once its payment is returned', async () => {
  const ann = await billing.subscriber('basic')
  const { stripe, deps } = billing
  const customer = (await customerOf(billing.db, ann.accountId)) ?? ''
  const price = await ensurePrice(deps, paidPlan(deps, 'pro'), 'month')
  await billing.service.control.advance(60)
  const second = await stripe.subscriptions.create({ customer, items: [{ price }] })
  const { control } = billing.service
  const message = 'Insufficient funds in your Stripe balance to refund this amount.'
  control.refuseNext('POST /refunds', 'balance_insufficient', message)
  await expect(endSubscriptions(deps, ann.accountId)).rejects.toThrow('Insufficient')
  expect((await stripe.subscriptions.retrieve(second.id)).status).toBe('active')

  const returned = () => control.events().filter(({ type }) => type === 'refund.created').length
  const before = returned()
  // The payment is returned, and the subscription is not ended.
  control.refuseNext('DELETE /subscriptions/:id', 'lock_timeout', 'Another request is underway.')
  await expect(endSubscriptions(deps, ann.accountId)).rejects.toThrow('Another request is underway.')
  await endSubscriptions(deps, ann.accountId)
  expect((await stripe.subscriptions.retrieve(second.id)).status).toBe('canceled')
  expect(returned()).toBe(before + 1)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('A failure that Stripe repeats for the same request does not keep a newcomer from buying', async () => {
  const { control } = billing.service
  const [ann, bystander] = [await billing.api.signUp(), await billing.subscriber('pro')]
  const body = { plan: 'elite', interval: 'year' }
  control.setOutage('errors')
  expect((await call(api.startCheckout, { token: ann.token, body })).status).toBe(503)
  const elite = paidPlan(billing.deps, 'elite')
  control.setOutage('none')
  // Once under each of two keys.
  for (let times = 0; times < 2; times++) control.failNext('POST /prices')
  const hasty = { ...billing.deps, stripe: createStripeClient({ ...billing.stripeAt, retries: 0 }) }
  await expect(ensurePrice(hasty, elite, 'year')).rejects.toThrow('does not answer')
  await payAt(await billing.checkout(ann, 'elite', 'year'))
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', amount: 199.9, status: 'active' })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A payment page is closed when its account is to be deleted', async () => {
  const ann = await billing.api.signUp()
  const bystander = await billing.api.signUp()
  const [page, others] = [await billing.checkout(ann, 'pro'), await billing.checkout(bystander, 'pro')]
  await billing.db
    .insertInto('account_deletions')
    .values({ account_id: ann.accountId, requested_by: 'owner' })
    .execute()
  await billingTasks(billing.deps)['end-with-period']?.({ accountId: ann.accountId })
  expect((await payAt(page)).status).not.toBe(303)
  expect((await payAt(others)).status).toBe(303)
  await billing.settle()
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro' })
})

test('All invoices of fourteen months are read, page by page, and a receipt of each is mailed once', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.api.signUp()]
  const { control } = billing.service
  const { stripe } = billing
  const list: typeof stripe.invoices.list = (page) => stripe.invoices.list({ ...page, limit: 6 })
  const invoices = Object.create(stripe.invoices, { list: { value: list } })
  const inPagesOfSix = { ...billing.deps, stripe: Object.create(stripe, { invoices: { value: invoices } }) }
  control.setWebhooks('drop')
  await control.advance((426 * DAY_MS) / 1_000)
  /** The versions of the rows: writing a row again changes its own. */
  const versions = async () =>
    (
      await billing.db
        .selectFrom('invoices')
        .select(sql<string>`xmin::text`.as('version'))
        .where('account_id', '=', ann.accountId)
        .orderBy('external_id')
        .execute()
    ).map(({ version }) => version)
  await readBilling(inPagesOfSix, ann.accountId)
  const first = await versions()
  await readBilling(inPagesOfSix, ann.accountId)
  control.setWebhooks('send')
  expect(first).toHaveLength(14)
  expect(await versions()).toEqual(first)
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 14 }, () => 'payment_received'),
  )
  expect(await billing.mailsTo(bystander)).toEqual([])
})
