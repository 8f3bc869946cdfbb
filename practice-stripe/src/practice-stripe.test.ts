import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeStripe, startPracticeStripe } from './start-practice-stripe.ts'

const SECRET = 'whsec_test'
const DAY = 86_400

let service: PracticeStripe
let stripe: Stripe
let endpoint: { received: { body: string; signature: string }[]; status: number; url: string; close: () => void }

/** The service is used with Stripe's own library, as the product does. */
beforeAll(async () => {
  const received: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) })
      response.writeHead(endpoint.status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  endpoint = { received, status: 200, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
  service = await startPracticeStripe({
    port: 0,
    apiKey: 'sk_test_1',
    webhookUrl: endpoint.url,
    webhookSecret: SECRET,
    clock: () => Date.parse('2028-01-31T10:00:00Z'),
  })
  stripe = clientOf('sk_test_1')
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  endpoint.close()
})

function clientOf(key: string) {
  const { hostname, port } = new URL(service.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

const priced = (cents: number, interval: 'month' | 'year' = 'month') =>
  stripe.prices.create({
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval },
    product_data: { name: `Plan of ${cents}` },
  })

const pay = (url: string | null, card: string) =>
  fetch(`${url}`, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })

/** A customer who has bought a plan with a card. */
async function subscribed(cents: number, card = 'accepted') {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const price = await priced(cents)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '7',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://app.example/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://app.example/back',
    subscription_data: { metadata: { account: '7' } },
  })
  const paid = await pay(session.url, card)
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
  return { customer, price, session, paid, subscription }
}

const periodEnd = (subscription: Stripe.Subscription | undefined) =>
  new Date((subscription?.items.data[0]?.current_period_end ?? 0) * 1_000).toISOString().slice(0, 10)

test('Paying on the checkout page starts a subscription, charges its first period, and leads back', async () => {
  const { customer, session, paid, subscription } = await subscribed(499)
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`http://app.example/done?session=${session.id}`)
  expect(subscription).toMatchObject({ status: 'active', metadata: { account: '7' } })
  const { data } = await stripe.invoices.list({ customer: customer.id, expand: ['data.payments'] })
  expect(data).toMatchObject([
    {
      status: 'paid',
      amount_paid: 499,
      billing_reason: 'subscription_create',
      payments: { data: [{ amount_paid: 499 }] },
    },
  ])
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    subscription: subscription?.id,
    client_reference_id: '7',
  })
})

test('A declined card creates nothing, and the page says so', async () => {
  const { customer, session, paid, subscription } = await subscribed(499, 'declined')
  expect(paid.status).toBe(402)
  expect(await paid.text()).toContain('Your card was declined.')
  expect(subscription).toBeUndefined()
  expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([])
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
})

test('Each event is sent with a signature that the library of Stripe accepts', async () => {
  endpoint.received.length = 0
  await subscribed(499)
  await service.control.settled()
  const types = endpoint.received.map(
    ({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, SECRET, 300, undefined, service.control.now() / 1_000).type,
  )
  expect(types).toEqual(
    expect.arrayContaining(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']),
  )
})

test('A subscription of the 31st renews on the last day of shorter months, and on the 31st again', async () => {
  const { subscription, customer } = await subscribed(499)
  const ends: string[] = [periodEnd(subscription)]
  for (let month = 0; month < 3; month += 1) {
    await service.control.advance(31 * DAY)
    ends.push(periodEnd(await stripe.subscriptions.retrieve(subscription?.id ?? '')))
  }
  expect(ends).toEqual(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(4)
})

test('A dearer price in the middle of a period is charged for the rest, less what is left of the old one', async () => {
  const { subscription } = await subscribed(1_000)
  const item = subscription?.items.data[0]
  const [start, end] = [item?.current_period_start ?? 0, item?.current_period_end ?? 0]
  await service.control.advance(Math.floor((end - start) / 2))
  const dearer = await priced(3_000)
  const items = [{ id: item?.id ?? '', price: dearer.id }]
  const details = { items, proration_behavior: 'always_invoice' as const }
  const preview = await stripe.invoices.createPreview({
    subscription: subscription?.id ?? '',
    subscription_details: details,
  })
  expect(preview.amount_due).toBe(1_000)
  const changed = await stripe.subscriptions.update(subscription?.id ?? '', { ...details, expand: ['latest_invoice'] })
  expect(changed.latest_invoice).toMatchObject({ amount_paid: 1_000, billing_reason: 'subscription_update' })
  expect(changed.items.data[0]?.current_period_end).toBe(end)
})

test('A change from a month to a year begins a new period at once, and one that would give credit is refused', async () => {
  const { subscription } = await subscribed(999)
  const item = subscription?.items.data[0]
  const change = async (price: string) =>
    stripe.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: item?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    })
  const changed = await change((await priced(9_990, 'year')).id)
  expect(changed.latest_invoice).toMatchObject({ total: 9_990 - 999 })
  await expect(change(item?.price.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
  expect(await stripe.subscriptions.retrieve(changed.id)).toMatchObject({
    items: { data: [{ price: { unit_amount: 9_990 } }] },
  })
})

/** Has another price begin with the next period. */
async function scheduled({ subscription }: Awaited<ReturnType<typeof subscribed>>, next: Stripe.Price) {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription?.id ?? '' })
  const { start_date = 0, end_date = 0 } = phases[0] ?? {}
  const price = subscription?.items.data[0]?.price.id ?? ''
  return stripe.subscriptionSchedules.update(id, {
    phases: [
      { items: [{ price, quantity: 1 }], start_date, end_date },
      { items: [{ price: next.id }], duration: { interval: 'month', interval_count: 1 }, proration_behavior: 'none' },
    ],
  })
}

test('A schedule changes the price with the next period, and is released when its last phase is over', async () => {
  const [ann, bystander] = [await subscribed(1_000), await subscribed(1_000)]
  const id = ann.subscription?.id ?? ''
  const schedule = await scheduled(ann, await priced(300))
  const expanded = await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['phases.items.price'] })
  expect(expanded.phases.map(({ items }) => items[0]?.price)).toMatchObject([
    { unit_amount: 1_000 },
    { unit_amount: 300 },
  ])
  const amounts = async (customer: string) => (await stripe.invoices.list({ customer })).data.map(({ total }) => total)
  await service.control.advance(32 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    schedule: schedule.id,
    items: { data: [{ price: { unit_amount: 300 } }] },
  })
  await service.control.advance(31 * DAY)
  expect(await amounts(ann.customer.id)).toEqual([300, 300, 1_000])
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null })
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: 'released',
    released_subscription: id,
  })
  expect(await amounts(bystander.customer.id)).toEqual([1_000, 1_000, 1_000])
})

test('While a schedule stands, its subscription is changed in no other way, and ends with it', async () => {
  const [ann, bob] = [await subscribed(1_000), await subscribed(1_000)]
  const [id, other] = [ann.subscription?.id ?? '', bob.subscription?.id ?? '']
  const cheaper = await priced(300)
  const schedules = [await scheduled(ann, cheaper), await scheduled(bob, cheaper)]
  const refused = { statusCode: 400 }
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject(refused)
  await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toMatchObject(refused)
  await stripe.subscriptionSchedules.release(schedules[0]?.id ?? '')
  await expect(stripe.subscriptionSchedules.release(schedules[0]?.id ?? '')).rejects.toMatchObject(refused)
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({ schedule: null })
  await stripe.subscriptions.cancel(other)
  expect(await stripe.subscriptionSchedules.retrieve(schedules[1]?.id ?? '')).toMatchObject({ status: 'canceled' })
})

test('A change whose payment is declined is refused, and everything stays as it was', async () => {
  const { subscription } = await subscribed(1_000, 'declined_later')
  const dearer = await priced(3_000)
  const items = [{ id: subscription?.items.data[0]?.id ?? '', price: dearer.id }]
  const change = stripe.subscriptions.update(subscription?.id ?? '', {
    items,
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
  await expect(change).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 })
  expect(await stripe.subscriptions.retrieve(subscription?.id ?? '')).toMatchObject(
    JSON.parse(JSON.stringify(subscription)),
  )
})

test('A renewal that cannot be charged is past due, active again once paid, and ends after two weeks otherwise', async () => {
  const [paying, giving] = [await subscribed(500, 'declined_later'), await subscribed(500, 'declined_later')]
  const ids = [paying.subscription?.id ?? '', giving.subscription?.id ?? '']
  await service.control.advance(32 * DAY)
  for (const id of ids) expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')

  const portal = await stripe.billingPortal.sessions.create({
    customer: paying.customer.id,
    return_url: 'http://app.example/',
  })
  await pay(`${portal.url}/card`, 'accepted')
  const [open] = (await stripe.invoices.list({ customer: paying.customer.id, status: 'open' })).data
  expect((await fetch(`${portal.url}/pay/${open?.id}`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  expect((await stripe.subscriptions.retrieve(ids[0] ?? '')).status).toBe('active')

  await service.control.advance(14 * DAY)
  expect((await stripe.subscriptions.retrieve(ids[1] ?? '')).status).toBe('canceled')
  expect((await stripe.subscriptions.retrieve(ids[0] ?? '')).status).toBe('active')
})

test('A subscription that is to end lasts until its period is over, and ends then', async () => {
  const { subscription } = await subscribed(500)
  const id = subscription?.id ?? ''
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await service.control.advance(20 * DAY)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await service.control.advance(12 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    ended_at: subscription?.items.data[0]?.current_period_end,
  })
})

/** What a customer has paid for the newest invoice. */
async function paymentOf(customer: string) {
  const [invoice] = (await stripe.invoices.list({ customer, expand: ['data.payments'] })).data
  const [charge] = (await stripe.charges.list({ customer })).data
  return { invoice: invoice?.id ?? '', payment: invoice?.payments?.data[0]?.payment.payment_intent as string, charge }
}

test('A payment is refunded in parts, and never more than was paid', async () => {
  const { customer } = await subscribed(500)
  const { payment: payment_intent, charge } = await paymentOf(customer.id)
  expect(charge).toMatchObject({ payment_intent, customer: customer.id, amount: 500, refunded: false })
  await expect(stripe.refunds.create({ payment_intent, amount: 501 })).rejects.toMatchObject({ statusCode: 400 })
  expect((await stripe.refunds.create({ payment_intent, amount: 100 })).amount).toBe(100)
  expect(await stripe.charges.retrieve(charge?.id ?? '')).toMatchObject({ amount_refunded: 100, refunded: false })
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(400)
  expect(await stripe.charges.retrieve(charge?.id ?? '')).toMatchObject({ amount_refunded: 500, refunded: true })
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
})

test('A bank disputes a payment once, which then cannot be refunded, and is won or lost', async () => {
  const [{ customer }, bystander] = [await subscribed(500), await subscribed(500)]
  const { invoice, payment: payment_intent, charge } = await paymentOf(customer.id)
  const control = (path: string, body: object) =>
    fetch(`${service.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { dispute } = JSON.parse(await (await control('open-dispute', { invoice })).text())
  expect((await control('open-dispute', { invoice })).status).not.toBe(200)
  const disputes = () => stripe.disputes.list({ charge: charge?.id ?? '' })
  expect((await disputes()).data).toMatchObject([
    { id: dispute, payment_intent, amount: 500, status: 'needs_response' },
  ])
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_disputed' })
  expect((await control('close-dispute', { dispute, status: 'lost' })).status).toBe(200)
  expect((await disputes()).data).toMatchObject([{ status: 'lost' }])
  const types = service.control.events().map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('charge.dispute.'))).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ])
  const others = await stripe.charges.list({ customer: bystander.customer.id })
  expect(others.data).toMatchObject([{ disputed: false, refunded: false }])
})

test('Control refuses requests from web pages and under other host names', async () => {
  const body = JSON.stringify({ kind: 'silence' })
  const foreign = await fetch(`${service.url}/_control/outage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://example.com' },
    body,
  })
  expect(foreign.status).toBe(403)
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.end('GET /%5fcontrol/events HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n')
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 403 /)
  expect((await stripe.customers.create({ email: 'still@example.com' })).email).toBe('still@example.com')
  expect((await fetch(`${service.url}/_control/events`)).status).toBe(200)
})

test('A repeated request with the same key creates nothing again, and another request with that key is refused', async () => {
  const first = await stripe.customers.create({ email: 'bob@example.com' }, { idempotencyKey: 'k1' })
  const again = await stripe.customers.create({ email: 'bob@example.com' }, { idempotencyKey: 'k1' })
  expect(again.id).toBe(first.id)
  const other = stripe.customers.create({ email: 'cat@example.com' }, { idempotencyKey: 'k1' })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('An unknown parameter, an unknown record and a wrong key are refused as Stripe refuses them', async () => {
  const unknown = { email: 'a@example.com', colour: 'red' } as Stripe.CustomerCreateParams
  await expect(stripe.customers.create(unknown)).rejects.toMatchObject({ statusCode: 400, param: 'colour' })
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  await expect(clientOf('sk_wrong').customers.retrieve('cus_none')).rejects.toMatchObject({ statusCode: 401 })
})

test('Held events are sent in the order that is asked for', async () => {
  service.control.setWebhooks('hold')
  await subscribed(499)
  endpoint.received.length = 0
  const statuses = await service.control.deliverHeld((events) => events.toReversed())
  service.control.setWebhooks('send')
  expect(statuses.every((status) => status === 200)).toBe(true)
  const order = endpoint.received.map(({ body }) => JSON.parse(body).type)
  expect(order.indexOf('checkout.session.completed')).toBeLessThan(order.indexOf('customer.created'))
})
