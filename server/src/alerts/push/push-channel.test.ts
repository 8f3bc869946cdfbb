import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { type PushBehaviour, startPushServer } from '../../../test/push-server.ts'
import { sendDue } from '../../../test/send-due.ts'
import { startWebhookReceiver } from '../../../test/webhook-receiver.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys } from '../../config/keys.ts'
import type { Channel } from '../../notifying/deliveries/delivery.ts'
import { queueDelivery } from '../../notifying/deliveries/queue-delivery.ts'
import { type Sending, startDispatching } from '../../notifying/deliveries/start-dispatching.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { createLog } from '../../platform/log.ts'
import type { Alert } from '../compose-alert.ts'
import { stopDestination } from '../stop-destination.ts'
import { pushChannel } from './push-channel.ts'
import { writePushSettings } from './push-destination.ts'
import { derivePushKeys } from './push-keys.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const SOON = { interval: 10 }
const SESSION = '00000000-0000-4000-8000-000000000001'
const [keys, former] = derivePushKeys([...vaultKeys(), ...vaultKeys()])

function vaultKeys() {
  return readConfig(generateKeys()).keys.vault
}

let database: TestDatabase
let jobs: Database
let db: Db
let server: Awaited<ReturnType<typeof startPushServer>>
let clock: ManualClock
let accountId: number
const lines: string[] = []
const log = createLog({ level: 'info', process: 'test', destination: { write: (line) => void lines.push(line) } })

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  jobs = database.openAs('jobs')
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  clock = manualClock(Date.UTC(2026, 10, 22, 21))
  lines.length = 0
  await db.deleteFrom('accounts').execute()
  accountId = await insertAccount(db, new Date(clock.now()))
  server = await startPushServer()
  return () => server[Symbol.asyncDispose]()
})

const anAlert = (change: Partial<Alert> = {}): Alert => ({
  title: 'Seiko 6139: your bid will fail',
  text: 'The site refused your login. Enter it again before 9:40 PM.',
  path: '/settings?tab=credentials',
  imageUrl: 'https://images.example/seiko.jpg',
  tag: 'a42',
  about: [],
  isUrgent: true,
  until: clock.now() + 40 * MINUTE_MS,
  actions: [{ label: 'Connect again', path: '/settings?tab=credentials' }],
  ...change,
})

/** The places of a browser's subscription, as the API keeps them. */
async function aBrowser(subscription = server.subscribe(), serverKey = keys!.publicKey) {
  const { id } = await db
    .insertInto('destinations')
    .values({
      account_id: accountId,
      channel: 'push',
      address: subscription.endpoint,
      label: 'Chrome on Android',
      settings: writePushSettings({ ...subscription.keys, session: SESSION, server_key: serverKey }),
      verified_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, endpoint: subscription.endpoint }
}

const queue = ({ id, endpoint }: { id: number; endpoint: string }, giveUpInMs = HOUR_MS) =>
  db.transaction().execute((tx) =>
    queueDelivery(tx, {
      channel: 'push',
      recipient: endpoint,
      kind: 'alert',
      content: {},
      accountId,
      destinationId: id,
      now: clock.now(),
      giveUpAt: clock.now() + giveUpInMs,
    }),
  )

type Change = Partial<Parameters<typeof pushChannel>[0]>
const channelWith = (change: Change = {}) =>
  pushChannel({
    ...aCtx({ db: jobs.db, clock, log }),
    keys: [keys!, former!],
    ca: [server.cert],
    contact: 'mailto:help@example.com',
    hosts: [server.host],
    compose: async () => anAlert(),
    ...change,
  })
async function send(change: Change = {}) {
  await using channel = channelWith(change)
  const ctx: Sending = {
    db: jobs.db,
    clock,
    log,
    stopDestination: (delivery, because) => stopDestination(aCtx({ db: jobs.db, clock }), delivery, because),
  }
  await sendDue(ctx, channel)
}

const stateOf = async (delivery: string) => {
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', delivery).executeTakeFirstOrThrow()
  return {
    state: row.outcome ?? 'waiting',
    attempts: row.attempts,
    inMs: row.next_try_at && row.next_try_at.getTime() - clock.now(),
  }
}
const stoppedBecause = async ({ id }: { id: number }) =>
  (await db.selectFrom('destinations').select('stopped_because').where('id', '=', id).executeTakeFirstOrThrow())
    .stopped_because
const refused = { state: 'refused', attempts: 1, inMs: null }
const answering = (status: number, headers: Record<string, string> = {}) =>
  server.behave((): PushBehaviour => ({ status, headers }))

test('An urgent alert reaches the browser encrypted and signed, with the time that is left, its urgency and its topic', async () => {
  const browser = await aBrowser()
  const id = await queue(browser)
  await clock.advanceBy(10 * MINUTE_MS)
  const until = clock.now() + 30 * MINUTE_MS
  await send({ compose: async () => anAlert({ until }) })
  const { title, text, path, tag, imageUrl, actions } = anAlert()
  expect(server.received).toEqual([
    {
      endpoint: browser.endpoint,
      ttl: expect.toSatisfy((seconds: number) => seconds > 1_790 && seconds <= 1_800),
      urgency: 'high',
      topic: 'a42',
      key: keys!.publicKey,
      contact: 'mailto:help@example.com',
      payload: { id, title, text, path, tag, image: imageUrl, actions, urgent: true },
    },
  ])
  expect(await stateOf(id)).toEqual({ state: 'sent', attempts: 1, inMs: null })
})

test('A browser that has subscribed before the newest key is sent to by its own key, and one without a key has ended', async () => {
  const [browser, lost] = [await aBrowser(undefined, former!.publicKey), await aBrowser(undefined, 'lost')]
  const [sent, ended] = [await queue(browser), await queue(lost)]
  await send()
  expect(server.received.map(({ key, endpoint }) => [key, endpoint])).toEqual([[former!.publicKey, browser.endpoint]])
  expect(await stateOf(sent)).toMatchObject({ state: 'sent' })
  expect(await stateOf(ended)).toEqual(refused)
  expect([await stoppedBecause(browser), await stoppedBecause(lost)]).toEqual([null, 'gone'])
})

test('An alert that is not urgent says so, and a push service is never asked to keep it for more than four weeks', async () => {
  await queue(await aBrowser())
  await send({ compose: async () => anAlert({ isUrgent: false, until: clock.now() + 90 * 24 * HOUR_MS }) })
  expect(server.received).toMatchObject([{ urgency: 'normal', ttl: 28 * 24 * 3_600, payload: { urgent: false } }])
})

test('An alert that is of no use any more is not sent', async () => {
  const id = await queue(await aBrowser())
  await send({ compose: async () => anAlert({ until: clock.now() + 900 }) })
  expect(server.requests()).toBe(0)
  expect(await stateOf(id)).toMatchObject({ state: 'too_late' })
})

test('An alert that is too long for a push is shortened between two characters', async () => {
  await queue(await aBrowser())
  const compose = async () =>
    anAlert({
      title: '時'.repeat(500),
      text: `"${'😀'.repeat(2_000)}`,
      imageUrl: `https://images.example/${'x'.repeat(3_000)}`,
    })
  await send({ compose })
  const payload = server.received[0]?.payload
  expect(payload?.title).toMatch(/^時{119}…$/)
  expect(payload?.text).toMatch(/^"(😀){398}…$/u)
  expect(payload).toMatchObject({ image: null, actions: anAlert().actions })
})

test.each([404, 410])('An answer of %d ends the subscription, and nothing more is sent to it', async (status) => {
  const [browser, bystander] = [await aBrowser(), await aBrowser()]
  const gone = new URL(browser.endpoint).pathname
  server.behave((path) => (path === gone ? { status } : 'accept'))
  const [first, second, other] = [await queue(browser), await queue(browser), await queue(bystander)]
  await send()
  expect(await stoppedBecause(browser)).toBe('gone')
  expect(await stoppedBecause(bystander)).toBe(null)
  expect(await stateOf(first)).toEqual(refused)
  expect(await stateOf(second)).toEqual(refused)
  expect(await stateOf(other)).toMatchObject({ state: 'sent' })
  expect(server.requests()).toBe(2)
})

test.each([400, 401, 403, 413])(
  'An answer of %d gives the alert up with a line in the log, and leaves the subscription',
  async (status) => {
    const browser = await aBrowser()
    answering(status)
    const id = await queue(browser)
    await send()
    expect(await stateOf(id)).toEqual(refused)
    expect(await stoppedBecause(browser)).toBe(null)
    expect(lines.join('')).toContain(`"status":${status},"said":"no","msg":"a push service refuses a push"`)
    expect(lines.join('')).not.toContain(new URL(browser.endpoint).pathname)
  },
)

test.each([
  [429, { 'retry-after': '90' }, 90 * SECOND_MS],
  [503, { 'retry-after': 'Sun, 22 Nov 2026 12:05:00 GMT', date: 'Sun, 22 Nov 2026 12:00:00 GMT' }, 5 * MINUTE_MS],
  [500, {}, 10 * SECOND_MS],
  [307, { location: 'http://127.0.0.1:9/' }, 10 * SECOND_MS],
] as const)('An answer of %d with %j is tried again when it asks for it', async (status, headers, waitMs) => {
  const browser = await aBrowser()
  answering(status, headers)
  const id = await queue(browser)
  await send()
  const { state, inMs } = await stateOf(id)
  expect(state).toBe('waiting')
  const leastMs = 'retry-after' in headers ? waitMs : waitMs * 0.8
  expect(inMs).toSatisfy((actual: number) => actual >= leastMs - 100 && actual <= waitMs + 1)
  expect(await stoppedBecause(browser)).toBe(null)
  server.behave(() => 'accept')
  await clock.advanceBy(inMs ?? 0)
  await send()
  expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.received).toHaveLength(1)
})

test('Errors of push services and of the way to them lose no subscription, and no alert that still has time', async () => {
  const faults: PushBehaviour[] = [
    { status: 429, headers: { 'retry-after': '60' } },
    { status: 500 },
    { status: 502 },
    { status: 503, headers: { 'retry-after': '120' } },
    'accept and cut',
  ]
  const browsers = []
  for (let n = 0; n < 10; n += 1) {
    const subscription = server.subscribe(`/push/${n}`)
    // Half of them are at a host that cannot be found.
    const endpoint = n % 2 === 0 ? subscription.endpoint : `https://fcm.googleapis.com/fcm/send/${n}`
    browsers.push(await aBrowser({ ...subscription, endpoint }))
  }
  const met = { errors: 0 }
  server.behave((path) => {
    met.errors += 1
    return faults[(met.errors + path.length) % faults.length] ?? 'hang'
  })
  const lookup: Change['lookup'] = (host, _options, callback) => {
    if (host === 'localhost') return callback(null, [{ address: '127.0.0.1', family: 4 }])
    met.errors += 1
    const code = met.errors % 2 === 0 ? 'ENOTFOUND' : 'EAI_AGAIN'
    callback(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }), '')
  }
  const deliveries = await Promise.all(browsers.map((browser) => queue(browser, 60 * HOUR_MS)))
  while (met.errors < 40) {
    await clock.advanceBy(80 * MINUTE_MS)
    await send({ lookup, compose: async () => anAlert({ until: clock.now() + HOUR_MS }) })
  }
  const stopped = await db.selectFrom('destinations').select('id').where('stopped_at', 'is not', null).execute()
  expect(stopped).toEqual([])
  for (const id of deliveries) expect(await stateOf(id)).toMatchObject({ state: 'waiting' })

  server.behave(() => 'accept')
  const before = server.received.length
  await clock.advanceBy(80 * MINUTE_MS)
  await send({ lookup })
  expect(server.received.length - before).toBe(5)
})

test('An alert whose process was killed while it was sent is sent again, with the same id, topic and tag', async () => {
  const id = await queue(await aBrowser())
  server.behave(() => 'accept and cut')
  await using alive = channelWith()
  const killed: Channel = {
    ...alive,
    async send(delivery, signal) {
      await alive.send(delivery, signal).catch(() => {})
      return new Promise(() => {})
    },
  }
  // The clock of a process that does not run any more stands still, so that it renews nothing.
  void startDispatching({ db: jobs.db, log, clock: manualClock(clock.now()) }, killed)
  await expect.poll(() => server.received.length, SOON).toBe(1)
  // The lease counts by the clock of the database.
  await sql`update deliveries set leased_until = leased_until - interval '30 s'`.execute(db)
  server.behave(() => 'accept')
  await send()
  const copies = server.received.map(({ topic, payload }) => [payload.id, topic, payload.tag])
  expect(copies).toEqual([
    [id, 'a42', 'a42'],
    [id, 'a42', 'a42'],
  ])
  expect(await stateOf(id)).toEqual({ state: 'sent', attempts: 2, inMs: null })
})

test('A push service that says nothing holds up no other, and its alert is tried again', async () => {
  await using other = await startPushServer()
  server.behave(() => 'hang')
  const hanging = await queue(await aBrowser())
  const id = await queue(await aBrowser(other.subscribe()))
  await using channel = channelWith({ hosts: [server.host, other.host] })
  await using _dispatching = startDispatching({ db: jobs.db, clock, log }, channel)
  const look = async (read: () => Promise<unknown>) => {
    await clock.advanceBy(100)
    return read()
  }
  await expect.poll(() => look(() => stateOf(id)), SOON).toMatchObject({ state: 'sent' })
  await expect.poll(() => server.requests(), SOON).toBe(1)
  await clock.advanceBy(30 * SECOND_MS)
  await expect.poll(() => stateOf(hanging), SOON).toMatchObject({ state: 'waiting', attempts: 1 })
})

test('An answer that never ends costs no other alert anything, and what may have arrived is sent again', async () => {
  server.behave(() => 'drip')
  const id = await queue(await aBrowser())
  await using channel = channelWith()
  await using _dispatching = startDispatching({ db: jobs.db, clock, log }, channel)
  await expect.poll(server.requests, SOON).toBe(1)
  await clock.advanceBy(30 * SECOND_MS)
  await expect.poll(() => stateOf(id), SOON).toMatchObject({ state: 'waiting', attempts: 1 })
})

test.each([
  'https://push.example/1',
  'https://fcm.googleapis.com:8443/1',
  'http://fcm.googleapis.com/1',
  'http://127.0.0.1:9/',
])('Nothing is sent to %s, however the address came into the database', async (endpoint) => {
  const id = await queue(await aBrowser({ ...server.subscribe(), endpoint }))
  let isComposed = false
  await send({
    compose: async () => {
      isComposed = true
      return anAlert()
    },
    lookup: () => {
      throw new Error('looked up')
    },
  })
  expect(await stateOf(id)).toEqual(refused)
  expect(isComposed).toBe(false)
})

test('A host of a wildcard that turns out to be in a private network is not connected to', async () => {
  await using canary = await startWebhookReceiver()
  const pattern = `*.push.example:${canary.port}`
  const endpoint = `https://a.push.example:${canary.port}/1`
  const id = await queue(await aBrowser({ ...server.subscribe(), endpoint }))
  await send({
    hosts: [pattern],
    lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  expect([await stateOf(id), canary.connections()]).toMatchObject([{ state: 'waiting', attempts: 1 }, 0])
})

test('What waits for a browser that was removed, or signed out, is not sent', async () => {
  const [removed, signedOut] = [await aBrowser(), await aBrowser()]
  const ids = [await queue(removed), await queue(signedOut)]
  await db.deleteFrom('destinations').where('id', '=', removed.id).execute()
  await db
    .updateTable('destinations')
    .set({ stopped_at: new Date(clock.now()), stopped_because: 'signed_out' })
    .where('id', '=', signedOut.id)
    .execute()
  await send()
  for (const id of ids) expect(await stateOf(id)).toEqual(refused)
  expect(server.requests()).toBe(0)
})

test('An alert that cannot be composed now is tried again', async () => {
  const id = await queue(await aBrowser())
  await send({ compose: () => Promise.reject(new Error('the database does not answer')) })
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 1 })
})
