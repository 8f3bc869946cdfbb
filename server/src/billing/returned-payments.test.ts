import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { presentSubscription } from './present-subscription.ts'

const DAY_MS = 86_400_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: Date.UTC(2027, 8, 1, 9) })
})
afterEach(() => billing.forgetEverybody())
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)
/** For people whose sessions have ended in the meantime too. */
const detailsOf = ({ accountId }: Person) => presentSubscription(billing.deps, accountId)
const kindsTo = async (person: Person) => (await billing.mailsTo(person)).map(({ kind }) => kind)
const newestInvoice = async (person: Person) => (await detailsOf(person)).invoices[0]?.id ?? ''

/** Returns a payment to the card, as the operator does by hand. */
async function refund(person: Person, amount?: number) {
  const { payments } = await billing.stripe.invoices.retrieve(await newestInvoice(person), { expand: ['payments'] })
  const intent = payments?.data[0]?.payment.payment_intent
  if (typeof intent !== 'string') throw new Error('Nothing was paid')
  await billing.stripe.refunds.create({ payment_intent: intent, ...(amount && { amount }) })
  await billing.settle()
}

const statusAtStripe = async ({ accountId }: Person) => {
  const { external_id } = await billing.db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return (await billing.stripe.subscriptions.retrieve(external_id)).status
}

test('While a bank disputes a payment, the plan holds for seven days, and again once the dispute is won', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { control } = billing.service
  const dispute = control.openDispute(await newestInvoice(ann))
  await billing.settle()
  const until = new Date(billing.clock.now() + 7 * DAY_MS).toISOString()
  const disputed = { plan: 'pro', status: 'past_due', past_due_until: until, invoices: [{ status: 'disputed' }] }
  expect(await detailsOf(ann)).toMatchObject(disputed)
  for (const reply of [
    await call(api.changePlan, { token: ann.token, body: { new_plan: 'elite' } }),
    await call(api.startCheckout, { token: ann.token, body: { plan: 'elite', interval: 'month' } }),
  ]) {
    expect([reply.status, reply.failure.message]).toEqual([
      409,
      'Your bank has taken a payment back. Please settle that with your bank first, and change the plan then.',
    ])
  }
  expect(await billing.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'payment_disputed', subject: dispute },
  ])
  const [mail] = (await billing.mailsTo(ann)).filter(({ kind }) => kind === 'payment_disputed')
  expect(mail?.text).toMatch(/disputes \$9\.99\. The plan Pro holds until /)

  await billing.advance(7 * DAY_MS)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', past_due_until: null })
  control.closeDispute(dispute, 'won')
  await billing.settle()
  const settled = { plan: 'pro', status: 'active', past_due_until: null, invoices: [{ status: 'paid' }] }
  expect(await detailsOf(ann)).toMatchObject(settled)
  expect(await kindsTo(ann)).toEqual(['payment_received', 'payment_disputed'])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A lost dispute ends the plan at Stripe, so that nothing more is charged', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { control } = billing.service
  const dispute = control.openDispute(await newestInvoice(ann))
  control.closeDispute(dispute, 'lost')
  await billing.settle()
  const ended = { plan: 'free', status: 'free', interval: null, invoices: [{ status: 'returned' }] }
  expect(await detailsOf(ann)).toMatchObject(ended)
  expect(await statusAtStripe(ann)).toBe('canceled')
  await billing.advance(40 * DAY_MS)
  expect(await kindsTo(ann)).toEqual(['payment_received', 'plan_ended'])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A lost dispute about an earlier payment ends the plan too, whatever was paid since', async () => {
  const [ann, bystander] = [await billing.subscriber('basic'), await billing.subscriber('basic')]
  const { control } = billing.service
  const first = await newestInvoice(ann)
  await billing.advance(40 * DAY_MS)
  const token = await billing.api.signIn(ann)
  expect((await call(api.changePlan, { token, body: { new_plan: 'elite' } })).status).toBe(200)
  expect((await call(api.changePlan, { token, body: { new_plan: 'pro' } })).status).toBe(200)
  const dispute = control.openDispute(first)
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', status: 'past_due', scheduled_change: { plan: 'pro' } })
  expect(await kindsTo(ann)).toContain('payment_disputed')
  control.closeDispute(dispute, 'lost')
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', interval: null, scheduled_change: null })
  expect(await statusAtStripe(ann)).toBe('canceled')
  const charged = (await detailsOf(ann)).invoices.length
  await billing.advance(40 * DAY_MS)
  expect((await detailsOf(ann)).invoices).toHaveLength(charged)
  // What is bought later stands on its own.
  await payAt(await billing.checkout({ token: await billing.api.signIn(ann) }, 'pro'))
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active' })
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('A payment that is disputed again after a dispute was won is owed again, with another mail', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  const { control } = billing.service
  const invoice = await newestInvoice(ann)
  for (const times of [1, 2]) {
    const dispute = control.openDispute(invoice)
    await billing.settle()
    await billing.runHourly()
    expect(await detailsOf(ann)).toMatchObject({ status: 'past_due', invoices: [{ status: 'disputed' }] })
    const mailed = (await kindsTo(ann)).filter((kind) => kind === 'payment_disputed')
    expect(mailed).toHaveLength(times)
    control.closeDispute(dispute, 'won')
    await billing.advance(DAY_MS)
    expect(await detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active', invoices: [{ status: 'paid' }] })
  }
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A refund of the whole payment ends the plan, and a refund of a part leaves it', async () => {
  const [ann, bob] = [await billing.subscriber('basic'), await billing.subscriber('elite', { interval: 'year' })]
  await refund(ann, 498)
  await refund(bob, 5_000)
  expect([await detailsOf(ann), await detailsOf(bob)]).toMatchObject([
    { plan: 'basic', status: 'active', invoices: [{ status: 'paid' }] },
    { plan: 'elite', status: 'active', invoices: [{ status: 'paid' }] },
  ])
  await refund(ann)
  const ended = { plan: 'free', status: 'free', interval: null, invoices: [{ status: 'returned' }] }
  expect(await detailsOf(ann)).toMatchObject(ended)
  expect(await statusAtStripe(ann)).toBe('canceled')
  const mails = await billing.mailsTo(ann)
  // Both were queued at the same instant.
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['payment_received', 'plan_ended'])
  const returned = mails.find(({ kind }) => kind === 'plan_ended')?.text
  expect(returned).toContain('A payment for it has been returned to you in full.')
  expect(returned).toContain('nothing more is charged for it, and you have the plan Free now.')
  expect(await detailsOf(bob)).toMatchObject({ plan: 'elite', status: 'active' })
})

test('Without any message of Stripe, a returned payment is found within a day', async () => {
  const { control } = billing.service
  const [ann, bob] = [await billing.subscriber('pro'), await billing.subscriber('pro')]
  control.setWebhooks('drop')
  await refund(ann)
  control.openDispute(await newestInvoice(bob))
  expect([await detailsOf(ann), await detailsOf(bob)]).toMatchObject([{ status: 'active' }, { status: 'active' }])
  await billing.advance(DAY_MS)
  await billing.runHourly()
  expect([await detailsOf(ann), await detailsOf(bob)]).toMatchObject([{ status: 'free' }, { status: 'past_due' }])
  control.setWebhooks('send')
})

test('A message about a charge of somebody else is accepted and ignored', async () => {
  const bystander = await billing.subscriber('pro')
  const { stripe, service } = billing
  const { id: customer } = await stripe.customers.create({ email: 'shop@example.com' })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: (await stripe.prices.list({ limit: 1 })).data[0]?.id ?? '', quantity: 1 }],
    success_url: 'https://shop.example/',
  })
  await fetch(`${url}`, { method: 'POST', body: new URLSearchParams({ card: 'accepted' }), redirect: 'manual' })
  const [invoice] = (await stripe.invoices.list({ customer })).data
  const before = await billing.db.selectFrom('alarms').select('subject').execute()
  service.control.openDispute(invoice?.id ?? '')
  await billing.settle()
  expect(await billing.db.selectFrom('alarms').select('subject').execute()).toEqual(before)
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})
