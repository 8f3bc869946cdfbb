import { createHmac } from 'node:crypto'
import { api } from '@bidwell/contract'
import type { StripeEvent } from '@bidwell/practice-stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Billing, payAt, startBilling, WEBHOOK_SECRET } from '../../test/billing.ts'
import { customerOf } from './billing-queries.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)
const START_S = START / 1_000

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)

const ORDERS = [
  ['return', 'cancel', 'message'],
  ['return', 'message', 'cancel'],
  ['cancel', 'return', 'message'],
  ['cancel', 'message', 'return'],
  ['message', 'return', 'cancel'],
  ['message', 'cancel', 'return'],
] as const

test.each(ORDERS)('After a purchase, %s, then %s, then %s lead to the same state', async (...steps) => {
  const ann = await billing.api.signUp()
  const { control } = billing.service
  control.setWebhooks('hold')
  await payAt(await billing.checkout(ann, 'pro'))
  const run = {
    return: async () => expect((await call(api.syncSubscription, { token: ann.token })).status).toBe(200),
    cancel: async () => expect((await call(api.cancelSubscription, { token: ann.token, body: {} })).status).toBe(200),
    message: async () => {
      await control.deliverHeld()
      await billing.runJobs()
    },
  }
  for (const step of steps) {
    await run[step]()
    billing.clock.stepWall(1_000)
  }
  await run.message()
  control.setWebhooks('send')
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'pro', status: 'active', cancel_at_period_end: true })
  expect(await billing.countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind).toSorted()).toEqual(['payment_received', 'plan_ends'])
})

test('Messages that are late, in the wrong order and repeated at once have one effect', async () => {
  const { control } = billing.service
  const bystander = await billing.subscriber()
  const before = [await billing.detailsOf(bystander), await billing.countsOf(bystander)]
  control.setWebhooks('hold')
  const ann = await billing.api.signUp()
  await payAt(await billing.checkout(ann, 'elite'))
  const sent: StripeEvent[] = []
  const statuses = await control.deliverHeld((events) => {
    sent.push(...events)
    return events.toReversed()
  })
  await billing.runJobs()
  for (const event of sent)
    statuses.push(...(await Promise.all(Array.from({ length: 5 }, () => control.replay(event)))))
  await billing.runJobs()
  control.setWebhooks('send')
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'elite', status: 'active' })
  expect(await billing.countsOf(ann)).toEqual({ events: 1, subscriptions: 1, invoices: 1 })
  expect((await billing.mailsTo(ann)).map(({ kind }) => kind)).toEqual(['payment_received'])
  expect([await billing.detailsOf(bystander), await billing.countsOf(bystander)]).toEqual(before)
})

/** Sends a message of somebody who knows the secret, or does not. */
function post(body: string, { secret = WEBHOOK_SECRET, at = START_S, sent = body, signature = '' } = {}) {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature || `t=${at},v1=${digest}` }
  return fetch(billing.webhookUrl, { method: 'POST', headers, body: sent })
}

test('A message that Stripe has not signed in the last five minutes is refused, and changes nothing', async () => {
  const ann = await billing.subscriber()
  const now = Math.floor(billing.clock.now() / 1_000)
  const customer = await customerOf(billing.db, ann.accountId)
  const object = { object: 'subscription', id: 'sub_1', customer }
  const event = (id: string) => JSON.stringify({ id, type: 'customer.subscription.deleted', data: { object } })
  const unsigned = [
    await post(event('evt_f'), { signature: 'v1=0' }),
    await fetch(billing.webhookUrl, { method: 'POST', body: event('evt_g') }),
  ]
  const refused = [
    ...unsigned,
    await post(event('evt_a'), { at: now, secret: 'whsec_another' }),
    await post(event('evt_b'), { at: now - 301 }),
    await post(event('evt_c'), { at: now, sent: event('evt_d') }),
    await post(event('evt_e'), { at: now, sent: ` ${event('evt_e')}` }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
  expect(await refused[0]!.json()).toMatchObject({ success: false, code: 'malformed' })
  const readings = sql`select from graphile_worker.jobs where task_identifier like 'read-billing%'`
  expect((await readings.execute(billing.db)).rows).toEqual([])
  // A signed message is accepted, whatever it claims: what holds is what Stripe shows.
  expect((await post(event('evt_h'), { at: now - 299 })).status).toBe(200)
  await billing.runJobs()
  expect(await billing.detailsOf(ann)).toMatchObject({ plan: 'basic', status: 'active' })
})

test('Signed messages of unknown kinds, shapes and customers are accepted and ignored', async () => {
  const at = Math.floor(billing.clock.now() / 1_000)
  const stranger = { object: 'subscription', id: 'sub_9', customer: 'cus_of_another_shop' }
  const messages = [
    { id: 'evt_kind', type: 'moon.full', data: { object: { object: 'moon' } } },
    { id: 'evt_stranger', type: 'customer.subscription.created', data: { object: stranger } },
    { id: 'evt_shape', type: 'customer.created' },
  ]
  const replies = await Promise.all(messages.map((message) => post(JSON.stringify(message), { at })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const waiting = billing.db.selectFrom('subscriptions').select('plan').where('external_id', '=', 'sub_9')
  await billing.runJobs()
  expect(await waiting.execute()).toEqual([])
})
