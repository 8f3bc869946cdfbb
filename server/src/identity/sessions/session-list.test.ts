import { randomUUID } from 'node:crypto'
import { api, EVENTS_PATH } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const MINUTE_MS = 60_000

const clock = manualClock(NOON)
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ clock, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const statusOf = async (token: string) => (await server.call(api.readProfile, { token })).status
const idOf = async (token: string) => (await server.tokens.read(token))!.claims.sid
const sessionsOf = async (token: string) => (await server.call(api.listSessions, { token })).body.data.sessions

/** Signs in from elsewhere. */
async function signInFrom({ email, password }: Person, address: string, userAgent: string): Promise<string> {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': address }
  return (await server.call(api.signIn, { body: { email, password }, headers })).body.token
}

test('The list of sessions names the device, the addresses and the times of each live session of the account', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const since = new Date(clock.now()).toISOString()
  const phone = await signInFrom(ann, '203.0.113.7', IPHONE)
  clock.stepWall(5 * MINUTE_MS)
  const usedAt = new Date(clock.now()).toISOString()
  const next = await server.call(api.refreshToken, {
    body: { token: phone },
    headers: { 'X-Forwarded-For': '203.0.113.99' },
  })
  const token = next.body.token

  const sessions = await sessionsOf(token)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toEqual({
    id: await idOf(phone),
    device: 'Safari on iPhone',
    ip_address: '203.0.113.7',
    last_ip_address: '203.0.113.99',
    created_at: since,
    last_used_at: usedAt,
    expires_at: new Date(Date.parse(since) + 24 * 60 * MINUTE_MS).toISOString(),
    remember_me: false,
    current: true,
  })
  expect(sessions[1]).toMatchObject({ id: await idOf(ann.token), current: false })
  expect(await sessionsOf(bob.token)).toMatchObject([{ id: await idOf(bob.token), current: true }])
})

test('A call counts as a use of its session', async () => {
  const ann = await server.signUp()
  const idle = await server.signIn(ann)
  clock.stepWall(MINUTE_MS)
  await statusOf(ann.token)
  const lastUsed = Object.fromEntries((await sessionsOf(ann.token)).map(({ id, last_used_at: at }) => [id, at]))
  expect(lastUsed).toEqual({
    [await idOf(ann.token)]: new Date(clock.now()).toISOString(),
    [await idOf(idle)]: new Date(clock.now() - MINUTE_MS).toISOString(),
  })
})

test('Signing out one session ends it at once, and leaves the other sessions of the account', async () => {
  const ann = await server.signUp()
  const [lost, kept] = [await signInFrom(ann, '203.0.113.7', FIREFOX), await server.signIn(ann)]
  const params = { id: await idOf(lost) }
  expect((await server.call(api.endSession, { token: ann.token, params })).status).toBe(200)
  expect(await Promise.all([lost, kept, ann.token].map(statusOf))).toEqual([401, 200, 200])
  expect((await server.call(api.refreshToken, { body: { token: lost } })).status).toBe(401)

  const again = await server.call(api.endSession, { token: ann.token, params })
  expect([again.status, again.failure.message]).toEqual([404, 'This session has already ended.'])
  expect(await revocationsOf(ann)).toMatchObject([{ outcome: 'ok', detail: { device: 'Firefox on Windows' } }])
})

const revocationsOf = ({ accountId }: Person) =>
  server.db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'session_revoked')
    .execute()

test('Nobody can sign out a session of another account, or learn that it exists', async () => {
  const [ann, mallory] = [await server.signUp(), await server.signUp()]
  const end = (id: string) => server.call(api.endSession, { token: mallory.token, params: { id } })
  const [foreign, missing] = [await end(await idOf(ann.token)), await end(randomUUID())]
  expect(foreign.status).toBe(404)
  expect(foreign.failure).toEqual(missing.failure)
  await server.call(api.endSessions, { token: mallory.token, body: { except_this: false } })
  expect(await Promise.all([ann.token, mallory.token].map(statusOf))).toEqual([200, 401])
})

test('Signing out everywhere else leaves the session that asks', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const others = [await server.signIn(ann), await server.signIn(ann)]
  const { body } = await server.call(api.endSessions, { token: ann.token, body: { except_this: true } })
  expect(body.data.ended).toBe(2)
  expect(await Promise.all([...others, ann.token, bob.token].map(statusOf))).toEqual([401, 401, 200, 200])
  expect(await sessionsOf(ann.token)).toHaveLength(1)
  expect(await revocationsOf(ann)).toMatchObject([{ outcome: 'ok', detail: { sessions: 2 } }])
})

test('Signing out everywhere ends the open event streams of the account, and of no other account', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const tokens = [ann.token, await server.signIn(ann), bob.token]
  const [here, elsewhere, bystander] = await Promise.all(tokens.map(openStream))
  await server.call(api.endSessions, { token: ann.token, body: { except_this: false } })
  // The streams end; a stream that stays open would never resolve.
  for (const stream of [here, elsewhere]) expect(await stream!.text()).toContain('"session_ended"')
  expect(await statusOf(bob.token)).toBe(200)
  await bystander!.body!.cancel()
})

const openStream = (token: string) =>
  fetch(new URL(`/api${EVENTS_PATH}`, server.url), { headers: { Authorization: `Bearer ${token}` } })

test('Of more than thirty sessions of an account, those that were not used for longest end', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const isLive = async (token: string) => (await server.call(api.readProfile, { token })).status === 200
  const tokens = [ann.token]
  for (let more = 0; more < 30; more += 1) {
    clock.stepWall(1_000)
    tokens.push(await server.signIn(ann))
  }
  const live = await Promise.all(tokens.map(isLive))
  expect(live).toEqual([false, ...Array<boolean>(30).fill(true)])
  expect(await isLive(bob.token)).toBe(true)
})
