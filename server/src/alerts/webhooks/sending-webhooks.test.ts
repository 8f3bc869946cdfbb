import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { api, WebhookAlert } from '@bidwell/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Alerting, startAlerting } from '../../../test/alerting.ts'
import type { Person } from '../../../test/api.ts'
import { type ReceivedCall, startWebhookReceiver } from '../../../test/webhook-receiver.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys } from '../../config/keys.ts'
import { createSealer } from '../../connections/vault/create-sealer.ts'
import { openVault } from '../../connections/vault/open-vault.ts'
import { claimDeliveries } from '../../notifying/deliveries/claim-deliveries.ts'
import type { Delivery } from '../../notifying/deliveries/delivery.ts'
import { webhookChannel } from './webhook-channel.ts'
import { resealWebhooks } from './webhook-settings.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

let it: Alerting
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let ann: Person
beforeAll(async () => {
  it = await startAlerting()
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(async () => {
  await it.api.db.deleteFrom('deliveries').execute()
  receiver = await startWebhookReceiver()
  ann = await it.api.signUp()
  return () => receiver[Symbol.asyncDispose]()
})

type IsNew = (headers: ReceivedCall['headers'], body: string, secret: string, now: number) => boolean

/** A webhook of Ann's at the receiver. */
async function added(path = '/hook') {
  const { destination, secret } = await it.addWebhook(ann, { url: `${receiver.url}${path}` })
  return { id: destination.id, secret: secret! }
}
const nextTryOf = async (id: string) => (await it.deliveryOf(id)).next_try_at!.getTime()
/** Which of the secrets have signed a call. */
const signersOf = ({ body, headers }: ReceivedCall, secrets: string[]) =>
  secrets.filter((secret) => {
    const signed = new Webhook(secret).sign(
      String(headers['webhook-id']),
      new Date(Number(headers['webhook-timestamp']) * 1_000),
      body,
    )
    return String(headers['webhook-signature']).split(' ').includes(signed)
  })
const alertsOf = async ({ token }: Person) =>
  (await it.api.call(api.listNotifications, { token, query: { kind: 'alerts_stopped' } })).body.data.notifications

test('An alert arrives once, signed as the standard says, with the id of its delivery', async () => {
  const { id, secret } = await added('/hook?a=1')
  const delivery = await it.queue(id)
  await it.sendWebhooks()

  expect(receiver.calls).toHaveLength(1)
  const [call] = receiver.calls
  expect(call).toMatchObject({ method: 'POST', path: '/hook?a=1' })
  expect(call!.headers).toMatchObject({ 'webhook-id': delivery, 'content-type': 'application/json' })
  expect(signersOf(call!, [secret])).toEqual([secret])
  expect(JSON.parse(call!.body)).toMatchObject({
    type: 'alert',
    data: {
      title: 'Seiko 6139: your bid will fail',
      about: [{ kind: 'bid_at_risk', auction_id: '123456789', bid_id: 7 }],
      url: 'https://bids.example.com/receipts/7',
      actions: [{ label: 'Raise it', url: 'https://bids.example.com/dashboard?raise=7' }],
    },
  })
  expect(() => z.strictObject(WebhookAlert.shape).parse(JSON.parse(call!.body))).not.toThrow()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'sent', said: 'HTTP 204' })
})

test('A receiver as docs/api.md describes it takes an alert once, and refuses a forged, an old and a changed one', async () => {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? []
  const { isNew }: { isNew: IsNew } = await import(`data:text/javascript,${encodeURIComponent(program)}`)
  const { id, secret } = await added()
  await it.queue(id)
  await it.sendWebhooks()
  const [call] = receiver.calls
  const { headers, body } = call!
  const now = Number(headers['webhook-timestamp']) * 1_000
  expect(isNew(headers, body.replace('Seiko', 'Rolex'), secret, now)).toBe(false)
  expect(isNew(headers, body, `whsec_${Buffer.alloc(24).toString('base64')}`, now)).toBe(false)
  expect(isNew(headers, body, secret, now + 6 * MINUTE_MS)).toBe(false)
  expect(isNew(headers, body, secret, now)).toBe(true)
  expect(isNew(headers, body, secret, now)).toBe(false)
})

test('The same address again gets a secret of its own, which alone signs from then on', async () => {
  const [{ id, secret: first }, bystander] = [await added(), await added('/other')]
  const { secret: second } = await added()
  const signers = []
  for (const to of [id, bystander.id]) {
    await it.queue(to)
    await it.sendWebhooks()
    signers.push(signersOf(receiver.calls.at(-1)!, [first, second, bystander.secret]))
  }
  expect(signers).toEqual([[second], [bystander.secret]])
})

test('The row of a webhook shows neither its secret nor its token, and they open for their host and row alone', async () => {
  const { id, secret } = await added()
  const token = 'ntfy_token_canary'
  const ntfy = await it.addWebhook(ann, { url: `${receiver.url}/topic`, preset: 'ntfy', token })
  const rows = JSON.stringify([await it.rowOf(id), await it.rowOf(ntfy.destination.id)])
  expect(rows).not.toContain(secret.slice('whsec_'.length))
  expect(rows).not.toContain(token)

  // Another row's seals, as somebody could put them who may write to the database.
  const { settings } = await it.rowOf(ntfy.destination.id)
  await it.api.db
    .updateTable('destinations')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
  const delivery = await it.queue(id)
  await it.sendWebhooks()
  expect(receiver.calls).toEqual([])
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused' })
  expect(await it.rowOf(id)).toMatchObject({ stopped_because: 'unreadable' })
})

test('After a change of keys the secrets are sealed for the newest, and the former key can go', async () => {
  const { id, secret } = await added()
  const [fresh] = readConfig(generateKeys()).keys.vault
  const newer = { ...fresh!, kid: 'v2' }
  await resealWebhooks(
    it.ctx,
    (host) => createSealer([newer], host),
    (host) => openVault([newer, it.keys.secretKey], host),
  )
  await it.queue(id)
  await it.sendWebhooks({ vaultOf: (host) => openVault([newer], host) })
  expect(signersOf(receiver.calls[0]!, [secret])).toEqual([secret])
})

test('A receiver that breaks off gets the alert again, with the same id', async () => {
  receiver.answer(() => (receiver.calls.length === 1 ? 'cut' : { status: 200 }))
  const delivery = await it.queue((await added()).id)
  await it.sendWebhooks()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: null })
  await it.clock.advanceBy(MINUTE_MS)
  await it.sendWebhooks()
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([delivery, delivery])
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'sent' })
})

test.each([200, 503])('An answer of %i that never ends counts at once by its status', async (status) => {
  receiver.answer(() => ({ status, drips: true }))
  const delivery = await it.queue((await added()).id)
  await it.sendWebhooks()
  const outcome = status === 200 ? 'sent' : null
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome, said: expect.stringContaining(`HTTP ${status}`) })
})

test('Of twenty webhooks called at once four are of one account, and test alerts come behind alerts', async () => {
  const bystander = await it.api.signUp()
  const webhooksOf = async (person: Person, count: number) => {
    const paths = Array.from({ length: count }, (_, index) => `/${person.accountId}/${index}`)
    return Promise.all(paths.map((path) => it.addWebhook(person, { url: receiver.url + path })))
  }
  const claim = async (sending: Delivery[] = []) => {
    await using channel = webhookChannel(it.channelParts)
    return await claimDeliveries(it.db, channel, { sending, now: it.clock.now() })
  }
  const [alert, ...others] = await webhooksOf(ann, 6)
  for (const { destination } of others) await it.queue(destination.id, { kind: 'alert_test', usefulForMs: MINUTE_MS })
  const first = await it.queue(alert!.destination.id)
  const [anns, again] = [await claim(), await claim()]
  expect([anns.length, anns.map(({ id }) => id).includes(first), again.length]).toEqual([4, true, 2])

  const [place] = await webhooksOf(bystander, 1)
  const delivery = await it.queue(place!.destination.id, { kind: 'alert_test', usefulForMs: MINUTE_MS })
  expect((await claim(anns)).map(({ id }) => id)).toEqual([delivery])
})

test('A receiver that does not answer is called again later', async () => {
  const asked = Promise.withResolvers<void>()
  receiver.answer(() => {
    asked.resolve()
    return 'hang'
  })
  const delivery = await it.queue((await added()).id)
  const sending = it.sendWebhooks()
  await asked.promise
  await it.clock.advanceBy(30 * SECOND_MS)
  await sending
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: null, attempts: 1 })
})

test.each([
  { status: 429, headers: { 'retry-after': '90' }, waitMs: 90 * SECOND_MS },
  { status: 500, waitMs: 10 * SECOND_MS },
  { status: 408, waitMs: 10 * SECOND_MS },
  { status: 425, waitMs: 10 * SECOND_MS },
])('A receiver that answers $status is called again, not before it asked for', async ({ waitMs, ...answer }) => {
  receiver.answer(() => answer)
  const delivery = await it.queue((await added()).id)
  const before = it.clock.now()
  await it.sendWebhooks()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: null })
  expect(await nextTryOf(delivery)).toBeGreaterThanOrEqual(before + (answer.headers ? waitMs : waitMs * 0.8))
  expect(await nextTryOf(delivery)).toBeLessThanOrEqual(it.clock.now() + waitMs)
})

test('A receiver that names an instant is not called again before it', async () => {
  const at = new Date(it.clock.now() + 5 * MINUTE_MS).toUTCString()
  receiver.answer(() => ({ status: 503, headers: { 'retry-after': at } }))
  const delivery = await it.queue((await added()).id)
  await it.sendWebhooks()
  expect(await nextTryOf(delivery)).toBeGreaterThanOrEqual(Date.parse(at))
  expect(await nextTryOf(delivery)).toBeLessThan(Date.parse(at) + MINUTE_MS)
})

test.each([400, 401, 404, 422])('A receiver that answers %i does not get the alert again', async (status) => {
  receiver.answer(() => ({ status }))
  const { id } = await added()
  const delivery = await it.queue(id)
  await it.sendWebhooks()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused', said: `Refused: HTTP ${status}` })
  expect((await it.rowOf(id)).stopped_at).toBe(null)
})

test('A redirect is not followed, and the reason says so', async () => {
  await using other = await startWebhookReceiver()
  receiver.answer(() => ({ status: 307, headers: { location: `${other.url}/secret` } }))
  const delivery = await it.queue((await added()).id)
  await it.sendWebhooks()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused', said: expect.stringContaining('redirect') })
  expect(other.connections()).toBe(0)
})

test('A receiver that answers 410 is switched off, and its owner is told elsewhere', async () => {
  receiver.answer(() => ({ status: 410 }))
  const { id } = await added()
  await it.queue(id)
  await it.sendWebhooks()
  await it.queue(id)
  await it.sendWebhooks()
  expect(receiver.calls).toHaveLength(1)
  expect(await it.rowOf(id)).toMatchObject({ stopped_because: 'gone' })
  expect(await alertsOf(ann)).toMatchObject([{ values: { label: 'My server', because: 'gone' } }])
})

test('A day of failures switches a webhook off; one success before counts anew', async () => {
  receiver.answer(() => ({ status: 503 }))
  const { id } = await added()
  const bystander = await it.addWebhook(ann, { url: `${receiver.url}/other`, label: 'Other' })
  const call = async (times: number) => {
    for (let tries = 0; tries < times; tries += 1) {
      await it.queue(id, { usefulForMs: HOUR_MS / 2 })
      await it.sendWebhooks()
      it.clock.stepWall(6 * HOUR_MS)
    }
  }
  await call(4)
  receiver.answer(() => ({ status: 200 }))
  await call(1)
  expect(await it.rowOf(id)).toMatchObject({ failing_since: null, failures: 0 })
  receiver.answer(() => ({ status: 503 }))
  await call(4)
  expect((await it.rowOf(id)).stopped_at).toBe(null)
  await call(1)
  expect(await it.rowOf(id)).toMatchObject({ stopped_because: 'failing' })
  expect(await alertsOf({ ...ann, token: await it.api.signIn(ann) })).toMatchObject([
    { values: { label: 'My server', because: 'failing' } },
  ])
  expect((await it.rowOf(bystander.destination.id)).stopped_at).toBe(null)
})

test('Two short outages with days without alerts between them do not switch a webhook off', async () => {
  receiver.answer(() => ({ status: 503 }))
  const { id } = await added()
  const tell = async (times: number) => {
    for (let tries = 0; tries < times; tries += 1) {
      await it.queue(id, { usefulForMs: HOUR_MS / 2 })
      await it.sendWebhooks()
    }
  }
  await tell(5)
  it.clock.stepWall(72 * HOUR_MS)
  await tell(5)
  expect(await it.rowOf(id)).toMatchObject({ stopped_at: null })
  receiver.answer(() => ({ status: 200 }))
  it.clock.stepWall(MINUTE_MS)
  await tell(1)
  expect(await it.rowOf(id)).toMatchObject({ failing_since: null, failures: 0 })
})

test('A webhook that is gone is switched off by the fifth alert when one comes every three days', async () => {
  receiver.answer(({ path }) => ({ status: path === '/hook' ? 404 : 200 }))
  const { id } = await added()
  const bystander = await added('/other')
  for (let told = 0; told < 5; told += 1) {
    expect((await it.rowOf(id)).stopped_at).toBe(null)
    for (const each of [id, bystander.id]) await it.queue(each)
    await it.sendWebhooks()
    it.clock.stepWall(72 * HOUR_MS)
  }
  expect(await it.rowOf(id)).toMatchObject({ stopped_because: 'failing' })
  expect(await alertsOf({ ...ann, token: await it.api.signIn(ann) })).toMatchObject([
    { values: { label: 'My server', because: 'failing' } },
  ])
  expect(await it.rowOf(bystander.id)).toMatchObject({ stopped_at: null, failures: 0 })
})

const answering =
  (...answers: string[]): LookupFunction =>
  (_host, _options, done) =>
    done(null, [{ address: answers.length > 1 ? answers.shift()! : answers[0]!, family: 4 }])

test('A name that turns from a public address to a private one gains nothing', async () => {
  // Of two addresses of this machine, one counts as public here.
  await using canary = await startWebhookReceiver({ host: '127.0.0.1' })
  await using open = await startWebhookReceiver({ host: '127.0.0.2', port: canary.port })
  const { destination } = await it.addWebhook(ann, { url: `http://rebinding.example:${canary.port}/` })
  const guard = {
    privateHosts: new Set<string>(),
    lookup: answering('127.0.0.2', '127.0.0.1'),
    isAllowed: (address: string) => address === '127.0.0.2',
  }
  const first = await it.queue(destination.id)
  await it.sendWebhooks(guard)
  const second = await it.queue(destination.id)
  await it.sendWebhooks(guard)
  expect(await it.deliveryOf(first)).toMatchObject({ outcome: 'sent' })
  expect(await it.deliveryOf(second)).toMatchObject({ outcome: null })
  expect(open.calls).toHaveLength(1)
  expect(canary.connections()).toBe(0)
})

const unknown: LookupFunction = (host, _options, done) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), '')

test('A host in a private network and one that does not exist look alike to the owner of a webhook', async () => {
  const { destination } = await it.addWebhook(ann, { url: 'https://vm.internal/' })
  const seen = async (lookup: LookupFunction) => {
    const delivery = await it.queue(destination.id)
    await it.sendWebhooks({ lookup, privateHosts: new Set() })
    const { outcome, said, attempts } = await it.deliveryOf(delivery)
    await it.api.db.deleteFrom('deliveries').execute()
    return { outcome, said, attempts }
  }
  const atPrivate = await seen(answering('10.0.0.7'))
  expect(atPrivate).toEqual({
    outcome: null,
    said: 'Error: vm.internal has no public address, and the operator has not listed it',
    attempts: 1,
  })
  expect(await seen(unknown)).toEqual(atPrivate)
})

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0', 'localhost'])(
  'Without the operator, no webhook reaches this machine as %s',
  async (host) => {
    const { destination } = await it.addWebhook(ann, { url: `http://${host}:${receiver.port}/` })
    const delivery = await it.queue(destination.id)
    await it.sendWebhooks({ privateHosts: new Set() })
    expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: null })
    expect(receiver.connections()).toBe(0)
  },
)

test('A webhook that its owner has removed is not called', async () => {
  const { id } = await added()
  const delivery = await it.queue(id)
  await it.api.db.deleteFrom('destinations').where('id', '=', id).execute()
  await it.sendWebhooks()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused' })
  expect(receiver.calls).toEqual([])
})

test('Discord is called at the whole address, of which the secret part is sealed', async () => {
  const secret = 'canary-part-of-the-address'
  const discord = await it.addWebhook(ann, {
    preset: 'discord',
    url: `${receiver.url}/api/webhooks/123456/${secret}`,
  })
  const { id } = discord.destination
  expect(JSON.stringify(await it.rowOf(id))).not.toContain('canary')
  await it.queue(id)
  await it.sendWebhooks()
  expect(receiver.calls.map(({ path }) => path)).toEqual([`/api/webhooks/123456/${secret}`])
})
