import { cancelSubscription, changeBillingInterval, changePlan, startCheckout } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { enqueue } from '../platform/enqueue.ts'
import { presentSubscription } from './present-subscription.ts'
import { readBilling } from './reading/read-billing.ts'
import { voidCredit } from './void-credit.ts'

const DAY_MS = 86_400_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: Date.UTC(2027, 8, 1, 9) })
})
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
    await call(changePlan, { token: ann.token, body: { new_plan: 'elite' } }),
    await call(startCheckout, { token: ann.token, body: { plan: 'elite', interval: 'month' } }),
  ]) {
    expect([reply.status, reply.failure.message]).toEqual([
      409,
      'Your bank has taken a payment back. Please settle that with your bank first, and change the plan then.',
    ])
  }
  expect(await billing.db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'payment_disputed', subject: dispute },
  ])
  const [mail] = (await billing.mailsTo(ann)).filter(({ kind }) => kind === 'payment-disputed')
  expect(mail?.text).toMatch(/Plan: Pro[^]*Amount: \$9\.99[^]*Your plan holds until: /)

  await billing.advance(7 * DAY_MS)
  await billing.runHourly()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', past_due_until: null })
  control.closeDispute(dispute, 'won')
  await billing.settle()
  const settled = { plan: 'pro', status: 'active', past_due_until: null, invoices: [{ status: 'paid' }] }
  expect(await detailsOf(ann)).toMatchObject(settled)
  expect(await kindsTo(ann)).toEqual(['payment-receipt', 'payment-disputed'])
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
  expect(await kindsTo(ann)).toEqual(['payment-receipt', 'payment-returned'])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('A payment whose rest became credit pays for the present period too, so a dispute about it is owed', async () => {
  const [ann, bystander] = [await billing.subscriber('elite', { interval: 'year' }), await billing.subscriber('pro')]
  const { control } = billing.service
  const whole = await newestInvoice(ann)
  const pay = async (interval: 'month' | 'year') => {
    const token = await billing.api.signIn(ann)
    expect((await call(changeBillingInterval, { token, body: { new_interval: interval } })).status).toBe(200)
  }
  // Most of the year is credited, and pays for another year later, of which the card pays little.
  await pay('month')
  await billing.advance(DAY_MS)
  await pay('year')
  const [newest] = (await detailsOf(ann)).invoices
  expect(newest?.id).not.toBe(whole)
  const dispute = control.openDispute(whole)
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', interval: 'year', status: 'past_due' })
  expect(await kindsTo(ann)).toContain('payment-disputed')
  control.closeDispute(dispute, 'lost')
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free', interval: null })
  expect(await statusAtStripe(ann)).toBe('canceled')
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

test('Credit of an ended plan buys no other plan once a bank has taken its payment back', async () => {
  const [ann, bystander] = [await billing.subscriber('elite', { interval: 'year' }), await billing.subscriber('pro')]
  const { control } = billing.service
  const whole = await newestInvoice(ann)
  await call(changeBillingInterval, { token: ann.token, body: { new_interval: 'month' } })
  await call(cancelSubscription, { token: ann.token, body: { immediately: true } })
  control.closeDispute(control.openDispute(whole), 'lost')
  await billing.settle()
  await billing.advance(60_000)
  await payAt(await billing.checkout(ann, 'elite'))
  await billing.settle()
  // No credit is left, so the card has paid for all of it.
  expect(await detailsOf(ann)).toMatchObject({ plan: 'elite', status: 'active', interval: 'month' })
  const [latest] = await refundsOf(ann)
  expect(latest).toEqual([Math.round(((await detailsOf(ann)).amount ?? 0) * 100), 0])
  expect(await detailsOf(bystander)).toMatchObject({ plan: 'pro', status: 'active' })
})

const customerOf = async ({ accountId }: Person) => {
  const { external_id } = await billing.db
    .selectFrom('billing_customers')
    .select('external_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return external_id ?? ''
}
const balanceOf = async (person: Person) => {
  const customer = await billing.stripe.customers.retrieve(await customerOf(person))
  return customer.deleted ? null : customer.balance
}
/** What a card got back, of all that it paid, the newest first. */
const refundsOf = async (person: Person) => {
  const { data } = await billing.stripe.charges.list({ customer: await customerOf(person) })
  return data.map(({ amount, amount_refunded }) => [amount, amount_refunded])
}
const change = async (person: Person, plan: string) => {
  const token = await billing.api.signIn(person)
  expect((await call(changePlan, { token, body: { new_plan: plan } })).status).toBe(200)
}
const endAtOnce = async (person: Person) => {
  const token = await billing.api.signIn(person)
  expect((await call(cancelSubscription, { token, body: { immediately: true } })).status).toBe(200)
}
const buy = async (person: Person, plan: string) => {
  await payAt(await billing.checkout({ token: await billing.api.signIn(person) }, plan))
  await billing.settle()
}

test.each(['dispute', 'refund'])('The credit of a payment that went back by a %s is taken back, once', async (way) => {
  const [ann, bystander] = [await billing.subscriber('elite'), await billing.subscriber('elite')]
  const { control } = billing.service
  const whole = await newestInvoice(ann)
  for (const person of [ann, bystander]) await change(person, 'basic')
  const credit = await balanceOf(bystander)
  expect(credit).toBeLessThan(0)
  expect(await balanceOf(ann)).toBe(credit)
  if (way === 'dispute') control.closeDispute(control.openDispute(whole), 'lost')
  else {
    const { payments } = await billing.stripe.invoices.retrieve(whole, { expand: ['payments'] })
    const intent = payments?.data[0]?.payment.payment_intent
    await billing.stripe.refunds.create({ payment_intent: typeof intent === 'string' ? intent : '' })
  }
  await billing.settle()
  expect([await balanceOf(ann), await balanceOf(bystander)]).toEqual([0, credit])
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })

  // What is bought later is paid by card alone, and the credit that it gives stays.
  await billing.advance(40 * DAY_MS)
  await buy(ann, 'elite')
  await change(ann, 'basic')
  const later = await balanceOf(ann)
  expect(later).toBeLessThan(0)
  const again = { accountId: ann.accountId, invoices: [whole] }
  await enqueue(billing.db, 'void-credit', again)
  await billing.advance(2 * DAY_MS)
  await billing.runHourly()
  expect(await balanceOf(ann)).toBe(later)
  expect(await detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('Credit is taken back once, also when the answer of Stripe is lost, and not from other payments', async () => {
  const ann = await billing.subscriber('elite', { interval: 'year' })
  const { control } = billing.service
  // Credit of a payment that is kept.
  const token = await billing.api.signIn(ann)
  expect((await call(changeBillingInterval, { token, body: { new_interval: 'month' } })).status).toBe(200)
  await endAtOnce(ann)
  const credit = (await balanceOf(ann)) ?? 0
  await buy(ann, 'basic')
  const kept = (await balanceOf(ann)) ?? 0
  expect(kept).toBeGreaterThan(credit)
  // A payment that gave no credit went back.
  await endAtOnce(ann)
  const customer = await customerOf(ann)
  await billing.stripe.customers.createBalanceTransaction(customer, { amount: -kept, currency: 'usd' })
  await buy(ann, 'pro')
  await billing.stripe.customers.createBalanceTransaction(customer, { amount: kept, currency: 'usd' })
  const lost = await newestInvoice(ann)
  control.closeDispute(control.openDispute(lost), 'lost')
  await billing.settle()
  expect(await balanceOf(ann)).toBe(kept)
  // The first one goes back too, while Stripe's answers are lost.
  const first = (await detailsOf(ann)).invoices.at(-1)?.id ?? ''
  control.closeDispute(control.openDispute(first), 'lost')
  await control.settled()
  await readBilling(billing.deps, ann.accountId)
  control.setOutage('lost_answers')
  await expect(voidCredit(billing.deps, { accountId: ann.accountId, invoices: [first] })).rejects.toThrow()
  control.setOutage('none')
  await billing.settle()
  expect(await balanceOf(ann)).toBe(0)
  const { data } = await billing.stripe.customers.listBalanceTransactions(customer)
  expect(data.filter(({ metadata }) => metadata?.['returned']).map(({ amount }) => amount)).toEqual([-kept])
})

test('A debit that finds the credit used meanwhile leaves no debt', async () => {
  const ann = await billing.subscriber('elite')
  const { control } = billing.service
  const whole = await newestInvoice(ann)
  await change(ann, 'basic')
  const dispute = control.openDispute(whole)
  // As when an invoice takes five dollars of the credit between the reading and the debit.
  const metadata = { returned: dispute, invoice: whole }
  const amount = 500 - ((await balanceOf(ann)) ?? 0)
  await billing.stripe.customers.createBalanceTransaction(await customerOf(ann), { amount, currency: 'usd', metadata })
  expect(await balanceOf(ann)).toBe(500)
  control.closeDispute(dispute, 'lost')
  await billing.settle()
  expect(await balanceOf(ann)).toBe(0)
  await voidCredit(billing.deps, { accountId: ann.accountId, invoices: [whole] })
  expect(await balanceOf(ann)).toBe(0)
})

test('A plan that credit paid for ends with the payment that the credit came from, and its card is paid back', async () => {
  const [ann, bob] = [await billing.subscriber('elite'), await billing.subscriber('elite')]
  const { control } = billing.service
  const [ofAnn, ofBob] = [await newestInvoice(ann), await newestInvoice(bob)]
  for (const person of [ann, bob]) {
    await change(person, 'basic')
    await endAtOnce(person)
    const customer = await customerOf(person)
    const left = person === ann ? -900 : -1
    const amount = left - ((await balanceOf(person)) ?? 0)
    await billing.stripe.customers.createBalanceTransaction(customer, { amount, currency: 'usd' })
    await billing.advance(60_000)
    await buy(person, 'pro')
  }
  const disputes = [control.openDispute(ofAnn), control.openDispute(ofBob)]
  await billing.settle()
  for (const person of [ann, bob]) {
    expect(await detailsOf(person)).toMatchObject({ plan: 'pro', status: 'past_due' })
    // The plan that is owed for is the one that runs.
    const mails = (await billing.mailsTo(person)).filter(({ kind }) => kind === 'payment-disputed')
    expect(mails.map(({ text }) => text)).toEqual([expect.stringMatching(/Plan: Pro[^]*Your plan holds until: /)])
  }
  for (const dispute of disputes) control.closeDispute(dispute, 'lost')
  await billing.settle()
  expect(await detailsOf(ann)).toMatchObject({ plan: 'free', status: 'free' })
  expect((await refundsOf(ann))[0]).toEqual([99, 99])
  const mail = (await billing.mailsTo(ann)).find(({ kind }) => kind === 'payment-returned')
  expect(mail?.text).toContain('What your card paid for the present period is returned to it in full.')
  expect(mail?.text).not.toContain('Your payment for the present period')
  expect(await detailsOf(bob)).toMatchObject({ plan: 'pro', status: 'active' })
  expect((await refundsOf(bob))[0]).toEqual([998, 0])
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
    const mailed = (await kindsTo(ann)).filter((kind) => kind === 'payment-disputed')
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
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['payment-receipt', 'payment-returned'])
  expect(mails.find(({ kind }) => kind === 'payment-returned')?.text).toContain(
    'Your payment for the present period has been returned to you',
  )
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
