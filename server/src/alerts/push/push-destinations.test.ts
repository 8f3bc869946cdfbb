import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { api, type Endpoint } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys } from '../../config/keys.ts'
import { queueDelivery } from '../../notifying/deliveries/queue-delivery.ts'
import { publishPushKeys } from './push-keys.ts'
import { pushRoutes } from './routes.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

const { vault } = readConfig(generateKeys()).keys

let server: TestApi
let clock: ManualClock
beforeAll(async () => {
  clock = manualClock(NOON)
  server = await startTestApi({ clock, routes: (ctx) => pushRoutes(ctx, ['push.home:9090']) })
  await publishPushKeys(server.database.db, vault)
})
afterAll(() => server[Symbol.asyncDispose]())

const aSubscription = (endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`) => ({
  endpoint,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
})
const store = ({ token }: Pick<Person, 'token'>, body: object = aSubscription()) =>
  server.call(api.storePushDestination, { token, body: { ...body }, headers: { 'User-Agent': ANDROID } })
const placesOf = ({ accountId }: Person) =>
  server.db
    .selectFrom('destinations')
    .select(['id', 'address', 'label', 'settings', 'verified_at', 'stopped_because', 'shown_at'])
    .where('account_id', '=', accountId)
    .where('channel', '=', 'push')
    .orderBy('id')
    .execute()
const stoppedOf = async (person: Person) => (await placesOf(person)).map(({ stopped_because }) => stopped_because)
const stop = (address: string, because: string) =>
  server.db
    .updateTable('destinations')
    .set({ stopped_at: new Date(clock.now()), stopped_because: because })
    .where('address', '=', address)
    .execute()

test('The key to subscribe to is that of the jobs, and before they have run there is none and no browser is stored', async () => {
  const ann = await server.signUp()
  const readKey = async () => (await server.call(api.readPushKey, { token: ann.token })).body.data.key
  await server.db.deleteFrom('push_keys').execute()
  expect([await readKey(), (await store(ann)).status]).toEqual([null, 409])
  const [newest] = await publishPushKeys(server.database.db, vault)
  expect([await readKey(), (await store(ann)).status]).toEqual([newest!.publicKey, 200])
  expect(await placesOf(ann)).toMatchObject([{ settings: { server_key: newest!.publicKey } }])
})

test('A browser is stored with its name, and storing it again renews it and begins pushes that were stopped', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  await store(bystander)
  const subscription = aSubscription()
  const { status, body } = await store(ann, subscription)
  expect(status).toBe(200)
  const [place] = await placesOf(ann)
  expect(body.data).toEqual({ destination: { id: place?.id, label: 'Chrome on Android' } })
  expect(place).toMatchObject({
    address: subscription.endpoint,
    settings: subscription.keys,
    verified_at: expect.any(Date),
  })

  await stop(subscription.endpoint, 'gone')
  expect((await store(ann, subscription)).body.data.destination.id).toBe(place?.id)
  expect(await placesOf(ann)).toMatchObject([{ id: place?.id, stopped_because: null }])
  expect(await placesOf(bystander)).toHaveLength(1)
})

test.each([
  ['no subscription', {}, ['endpoint', 'keys']],
  ['a number for an address', { ...aSubscription(), endpoint: 7 }, ['endpoint']],
  ['no address of the web', { ...aSubscription(), endpoint: 'push me' }, ['endpoint']],
  ['an address that is not encrypted', aSubscription('http://fcm.googleapis.com/1'), ['endpoint']],
  ['an address that is no web address', aSubscription('ftp://fcm.googleapis.com/1'), ['endpoint']],
  ['an address of 3,000 characters', aSubscription(`https://fcm.googleapis.com/${'x'.repeat(3_000)}`), ['endpoint']],
  ['no keys', { ...aSubscription(), keys: null }, ['keys']],
  [
    'keys that are too short',
    { ...aSubscription(), keys: { p256dh: 'abc', auth: 'abc' } },
    ['keys.auth', 'keys.p256dh'],
  ],
  ['an unknown field', { ...aSubscription(), expirationTime: null }, ['expirationTime']],
])('%s is refused with the name of each field', async (_, body, fields) => {
  const { status, failure } = await store(await server.signUp(), body)
  expect([status, failure.code]).toEqual([400, 'malformed'])
  expect(failure.details?.map(({ path }) => path).toSorted()).toEqual(fields)
  for (const { message } of failure.details ?? []) expect(message).toMatch(/must|is not a field|is missing/)
})

test.each([
  'https://push.example.com/1',
  'https://fcm.googleapis.com.example.com/1',
  'https://notify.windows.com.example.com/1',
  'https://evilnotify.windows.com/1',
  'https://fcm.googleapis.com:8443/1',
  'https://user:password@fcm.googleapis.com/1',
  'https://127.0.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]:9090/1',
])('%s is refused, because it is no push service that this installation knows', async (endpoint) => {
  const { status, failure } = await store(await server.signUp(), aSubscription(endpoint))
  expect([status, failure.code]).toEqual([422, 'rule_broken'])
  expect(failure.details).toEqual([{ path: 'endpoint', message: expect.stringContaining('ALERT_HOSTS') }])
})

test.each([
  'https://updates.push.services.mozilla.com/wpush/v2/1',
  'https://wns2-par02p.notify.windows.com/w/?token=1',
  'https://web.push.apple.com/1',
  'https://jmt17.google.com/fcm/send/1',
  'https://push.home:9090/1',
])('%s is accepted', async (endpoint) => {
  expect((await store(await server.signUp(), aSubscription(endpoint))).status).toBe(200)
})

test('A key that is no point of the curve is refused: nothing could be encrypted for it', async () => {
  const { keys, endpoint } = aSubscription()
  const noPoint = Buffer.alloc(65, 4).toString('base64url')
  const { status, failure } = await store(await server.signUp(), { endpoint, keys: { ...keys, p256dh: noPoint } })
  expect([status, failure.details?.[0]?.path]).toEqual([422, 'keys.p256dh'])
})

test('An account has at most twenty places for alerts, of which those that have ended do not count', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  const answers = await Promise.all(Array.from({ length: 25 }, () => store(ann)))
  const statuses = answers.map(({ status }) => status)
  const places = await placesOf(ann)
  // The account may have its address as a place too.
  expect(places.length).toBeLessThanOrEqual(20)
  expect(places.length).toBeGreaterThanOrEqual(19)
  expect(statuses.filter((status) => status === 409)).toHaveLength(25 - places.length)
  expect(answers.find(({ status }) => status === 409)?.failure.message).toContain('at most 20 places')
  expect((await store(ann, { endpoint: places[0]?.address, keys: aSubscription().keys })).status).toBe(200)

  await stop(places[1]?.address ?? '', 'gone')
  expect((await store(ann)).status).toBe(200)
  expect(await placesOf(ann)).toHaveLength(places.length)
  expect((await store(bystander)).status).toBe(200)
})

test("A browser belongs to the account that stored it last, and nobody takes it away without the browser's secret", async () => {
  const [ann, bob, thief] = [await server.signUp(), await server.signUp(), await server.signUp()]
  const subscription = aSubscription()
  await store(ann, subscription)
  await store(thief, { ...aSubscription(), endpoint: subscription.endpoint })
  expect(await placesOf(ann)).toHaveLength(1)
  await store(bob, subscription)
  expect(await placesOf(ann)).toEqual([])
  expect(await placesOf(bob)).toHaveLength(1)
})

test('Signing out ends the pushes to that browser alone, and the next sign-in in it begins them again', async () => {
  const ann = await server.signUp()
  const [here, there, elsewhere] = [aSubscription(), aSubscription(), aSubscription()]
  const [signedOut, ended] = [await server.signIn(ann), await server.signIn(ann)]
  await store(ann, here)
  await store({ token: signedOut }, there)
  await store({ token: ended }, elsewhere)
  const stopped = () => stoppedOf(ann)

  await server.call(api.logout, { token: signedOut })
  expect(await stopped()).toEqual([null, 'signed_out', null])
  await server.call(api.endSessions, { token: ann.token, body: { except_this: true } })
  expect(await stopped()).toEqual([null, 'signed_out', 'signed_out'])
  // The one that has ended elsewhere leaves the places.
  await store({ token: await server.signIn(ann) }, there)
  expect(await stopped()).toEqual([null, null])
})

test('The first second factor ends the pushes to the browsers that it signs out, and the next sign-in in one begins them again', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  const [here, there] = [aSubscription(), aSubscription()]
  await store(ann, here)
  await store({ token: await server.signIn(ann) }, there)
  await store({ token: await server.signIn(bystander) })

  const { secret } = (await server.call(api.beginTotp, { token: ann.token })).body.data
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const confirmation = { code: app.generate({ timestamp: clock.now() }) }
  const confirmed = await server.call(api.confirmTotp, { token: ann.token, body: confirmation })
  expect(await stoppedOf(ann)).toEqual([null, 'signed_out'])
  expect(await stoppedOf(bystander)).toEqual([null])

  const { failure } = await server.call(api.signIn, { body: { email: ann.email, password: ann.password } })
  const code = confirmed.body.data.recovery_codes?.[0] ?? ''
  const challenge = failure.second_factor?.challenge ?? ''
  const again = await server.call(api.completeSignIn, {
    body: { challenge, factor: { method: 'recovery_code', code } },
  })
  await store({ token: again.body.token }, there)
  expect(await stoppedOf(ann)).toEqual([null, null])
})

test('A session that ends because the account has too many ends no pushes', async () => {
  const ann = await server.signUp()
  await store(ann)
  for (let n = 0; n < 31; n += 1) {
    await clock.advanceBy(1_000)
    await server.call(api.signIn, { body: { email: ann.email, password: ann.password } })
  }
  const reasons = await server.db
    .selectFrom('sessions')
    .select('revoked_reason')
    .where('account_id', '=', ann.accountId)
    .execute()
  expect(reasons).toContainEqual({ revoked_reason: 'too_many' })
  expect(await placesOf(ann)).toMatchObject([{ stopped_because: null }])
})

test('A browser puts its new subscription in the place of the former one without a session', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  const [former, next, others] = [aSubscription(), aSubscription(), aSubscription()]
  await store(ann, former)
  await store(bystander, others)
  const replace = (body: object) => server.call(api.replacePushDestination, { body: { ...body } })
  const stranger = { endpoint: former.endpoint, auth: others.keys.auth }
  expect((await replace({ ...next, former: stranger })).status).toBe(200)
  expect(await placesOf(ann)).toMatchObject([{ address: former.endpoint }])

  await stop(former.endpoint, 'gone')
  // A page that was open has stored the new one already.
  await store(ann, next)
  const own = { endpoint: former.endpoint, auth: former.keys.auth }
  await store(ann, former)
  for (let times = 0; times < 2; times += 1) expect((await replace({ ...next, former: own })).status).toBe(200)
  expect(await placesOf(ann)).toMatchObject([
    { address: next.endpoint, settings: next.keys, label: 'Chrome on Android', stopped_because: null },
  ])
  expect(await placesOf(bystander)).toMatchObject([{ address: others.endpoint }])
  const bad = await replace({ ...aSubscription('https://push.example.com/1'), former: own })
  expect(bad.failure.details?.[0]?.path).toBe('endpoint')
})

test('A browser that was signed out gets no alerts by replacing its subscription', async () => {
  const ann = await server.signUp()
  const former = aSubscription()
  await store(ann, former)
  await server.call(api.logout, { token: ann.token })
  const own = { endpoint: former.endpoint, auth: former.keys.auth }
  await server.call(api.replacePushDestination, { body: { ...aSubscription(), former: own } })
  expect(await placesOf(ann)).toMatchObject([{ address: former.endpoint, stopped_because: 'signed_out' }])
})

test('A device reports an alert as shown once, and an unknown one is answered the same', async () => {
  const ann = await server.signUp()
  const { body } = await store(ann)
  const queued = (channel: 'push' | 'email') =>
    server.db.transaction().execute((tx) =>
      queueDelivery(tx, {
        channel,
        recipient: 'x',
        kind: 'alert',
        content: {},
        accountId: ann.accountId,
        destinationId: body.data.destination.id,
        now: clock.now(),
        giveUpAt: clock.now() + 60_000,
      }),
    )
  const [shown, mail] = [await queued('push'), await queued('email')]
  const report = (id: unknown) => server.call<Endpoint>(api.reportShown, { body: { id } })
  const first = new Date(clock.now())
  const answers = [await report(shown)]
  await clock.advanceBy(5_000)
  for (const id of [shown, mail, randomUUID()]) answers.push(await report(id))
  for (const { status, body: answer } of answers) expect([status, answer]).toEqual([200, { success: true, data: {} }])
  const shownAt = async (id: string) =>
    (await server.db.selectFrom('deliveries').select('shown_at').where('id', '=', id).executeTakeFirst())?.shown_at
  expect([await shownAt(shown), await shownAt(mail)]).toEqual([first, null])
  expect(await placesOf(ann)).toMatchObject([{ shown_at: first }])
  for (const id of [7, '', 'x', null]) expect((await report(id)).failure.details?.[0]?.path).toBe('id')
})
