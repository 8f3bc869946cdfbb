import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeStripe, startPracticeStripe } from './start-practice-stripe.ts'

const DAY = 86_400
const KEY = 'sk_test_1'

let service: PracticeStripe
let stripe: Stripe

const start = (file?: string) =>
  startPracticeStripe({
    port: 0,
    apiKey: KEY,
    webhookUrl: null,
    webhookSecret: 'whsec_test',
    clock: () => Date.parse('2028-01-31T10:00:00Z'),
    ...(file !== undefined && { file }),
  })

/** The service is used with Stripe's own library, as the product does. */
function clientOf({ url }: PracticeStripe, key = KEY) {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

beforeAll(async () => {
  service = await start()
  stripe = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

async function priced(client: Stripe, unit_amount: number, interval: 'month' | 'year' = 'month') {
  const { id: product } = await client.products.create({ id: `prod_${unit_amount}`, name: `Plan of ${unit_amount}` })
  return client.prices.create({ currency: 'usd', unit_amount, recurring: { interval }, product })
}

/** A customer who has bought a plan with a card. */
async function subscribed(client: Stripe, price: string, card = 'accepted') {
  const { id: customer } = await client.customers.create({ email: 'ann@example.com' })
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://app.example/done',
    cancel_url: 'http://app.example/back',
    subscription_data: { metadata: { account: '7' } },
  })
  const paid = await fetch(`${session.url}`, {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  })
  const [subscription] = (await client.subscriptions.list({ customer })).data
  return { customer, session, paid, id: subscription?.id ?? '', item: subscription?.items.data[0] }
}

const totals = async (customer: string) =>
  (await stripe.invoices.list({ customer })).data.map(({ total, status }) => [total, status])

test('Paying on the checkout page starts a subscription and leads back, and a declined card creates nothing', async () => {
  const { id: price } = await priced(stripe, 499)
  const [paid, declined] = [await subscribed(stripe, price), await subscribed(stripe, price, 'declined')]
  expect([paid.paid.status, paid.paid.headers.get('location')]).toEqual([303, 'http://app.example/done'])
  expect(await stripe.subscriptions.retrieve(paid.id)).toMatchObject({ status: 'active', metadata: { account: '7' } })
  expect(await totals(paid.customer)).toEqual([[499, 'paid']])
  expect([declined.paid.status, declined.id]).toEqual([402, ''])
  expect(await declined.paid.text()).toContain('Your card was declined.')
  expect(await totals(declined.customer)).toEqual([])
  expect((await stripe.checkout.sessions.retrieve(declined.session.id)).status).toBe('open')
})

test('A dearer price in the middle of a period is charged for the rest, less what is left of the old one', async () => {
  const { id, item, customer } = await subscribed(stripe, (await priced(stripe, 1_000)).id)
  const { current_period_start: from = 0, current_period_end: end = 0 } = item ?? {}
  await service.control.advance(Math.floor((end - from) / 2))
  const items = [{ id: item?.id ?? '', price: (await priced(stripe, 3_000)).id }]
  const changed = await stripe.subscriptions.update(id, { items, proration_behavior: 'always_invoice' })
  expect(changed.items.data[0]?.current_period_end).toBe(end)
  expect(await totals(customer)).toEqual([
    [1_000, 'paid'],
    [1_000, 'paid'],
  ])
  const back = stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: item?.price.id ?? '' }] })
  await expect(back).rejects.toMatchObject({ statusCode: 400 })
})

test('A renewal that cannot be charged is past due, and its subscription ends after two weeks', async () => {
  const { id, customer } = await subscribed(stripe, (await priced(stripe, 500)).id, 'declined_later')
  await service.control.advance(32 * DAY)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  await service.control.advance(14 * DAY)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
  expect(await totals(customer)).toEqual([
    [500, 'void'],
    [500, 'paid'],
  ])
})

test('An unknown record and a wrong key are refused as Stripe refuses them', async () => {
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(clientOf(service, 'sk_wrong').prices.list()).rejects.toMatchObject({ statusCode: 401 })
  expect((await fetch(`${service.url}/portal/bps_none`)).status).toBe(404)
})

test('Subscriptions and the moved clock outlive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-stripe-'))
  const file = join(folder, 'state.json')
  let now: number
  let id: string
  {
    await using earlier = await start(file)
    const client = clientOf(earlier)
    ;({ id } = await subscribed(client, (await priced(client, 700)).id))
    await earlier.control.advance(3 * DAY)
    now = earlier.control.now()
  }
  await using later = await start(file)
  expect((await clientOf(later).subscriptions.retrieve(id)).status).toBe('active')
  expect(later.control.now()).toBe(now)
  await rm(folder, { recursive: true })
})
