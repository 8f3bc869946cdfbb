import { createHmac, randomUUID } from 'node:crypto'
import { api, messages, SESSION } from '@bidwell/contract'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { appoint } from '../../../test/appoint.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { createTokens } from './tokens.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const clock = manualClock(NOON)
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ clock, adminEmails: ['operator@example.com'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const refresh = (token: string) => server.call(api.refreshToken, { body: { token } })
const statusOf = async (token: string) => (await server.call(api.readProfile, { token })).status

test('A token is valid for fifteen minutes, and can be exchanged after that', async () => {
  const { token } = await server.signUp()
  clock.stepWall(SESSION.tokenMs - 1)
  expect(await statusOf(token)).toBe(200)

  clock.stepWall(1)
  const { status, headers, failure } = await server.call(api.readProfile, { token })
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, 'true', 'token_expired'])

  const next = await refresh(token)
  expect(next.status).toBe(200)
  expect(await statusOf(next.body.token)).toBe(200)
})

test('Tabs that refresh a token at once get the same next token', async () => {
  const { token } = await server.signUp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
  const nextTokens = new Set(answers.map(({ body }) => body.token))
  expect(nextTokens.size).toBe(1)
  expect(await statusOf([...nextTokens][0]!)).toBe(200)
})

test('A token that is exchanged again after more than ten seconds ends its session, and the owner is told', async () => {
  const [owner, bystander] = [await server.signUp(), await server.signUp()]
  const [first, elsewhere] = [owner.token, await server.signIn(owner)]
  const { token: second } = (await refresh(first)).body
  clock.stepWall(SESSION.refreshGraceMs)
  expect((await refresh(first)).body.token).toBe(second) // a second tab
  expect(await noticesOf(owner)).toEqual([])
  clock.stepWall(1)

  const { status, headers, failure } = await refresh(first)
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, null, 'session_revoked'])
  expect(await statusOf(second)).toBe(401)
  expect((await refresh(second)).status).toBe(401)
  expect(await Promise.all([elsewhere, bystander.token].map(statusOf))).toEqual([200, 200])

  expect(await noticesOf(owner)).toEqual(['session_copied'])
  const logged = await securityEventsOf(owner, 'token_reused')
  expect(logged).toMatchObject([{ outcome: 'refused', ip_address: '127.0.0.1' }])
  expect(await noticesOf(bystander)).toEqual([])
})

const noticesOf = async ({ email }: Person) =>
  (await readMails(server.db, email)).map(({ kind }) => kind).filter((kind) => kind === 'session_copied')
const securityEventsOf = ({ accountId }: Person, kind: string) =>
  server.db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()

test('An exchange of the token before the previous one ends the session at once', async () => {
  const { token: first } = await server.signUp()
  const { token: second } = (await refresh(first)).body
  const { token: third } = (await refresh(second)).body
  expect((await refresh(first)).status).toBe(401)
  expect(await statusOf(third)).toBe(401)
})

test('After logging out, the token is refused and cannot be exchanged, and the other sessions of the account stay', async () => {
  const person = await server.signUp()
  const { token } = person
  const elsewhere = await server.signIn(person)
  expect((await server.call(api.logout, { token, headers: { 'Content-Type': 'application/json' } })).status).toBe(200)
  const { status, headers, failure } = await server.call(api.readProfile, { token })
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, null, 'session_revoked'])
  expect([(await refresh(token)).status, await statusOf(elsewhere)]).toEqual([401, 200])
})

const DAY_MS = 24 * 3_600_000
/** Epoch ms, at a full second like the claims of a token. */
const thisSecond = () => Math.floor(clock.now() / 1_000) * 1_000
const sessionEnd = async (token: string) => (await server.tokens.read(token))!.claims.session_exp * 1_000

test('A session that is not remembered ends a day after signing in, although its token was exchanged meanwhile', async () => {
  const { token } = await server.signUp()
  const endsAt = thisSecond() + DAY_MS
  clock.stepWall(DAY_MS - 60_000) // without the heartbeats of a day
  const { token: last } = (await refresh(token)).body
  expect((await server.tokens.read(last))?.claims).toMatchObject({ exp: endsAt / 1_000, session_exp: endsAt / 1_000 })
  clock.stepWall(60_000)
  const { status, headers } = await server.call(api.readProfile, { token: last })
  expect([status, headers.get('x-token-expired')]).toEqual([401, null])
  expect((await refresh(last)).status).toBe(401)
})

test('A remembered session that nobody uses lasts for thirty days from the sign-in', async () => {
  const person = await server.signUp()
  const [first, second] = [
    await server.signIn(person, { remember: true }),
    await server.signIn(person, { remember: true }),
  ]
  clock.stepWall(30 * DAY_MS - 60_000)
  expect(await statusOf((await refresh(first)).body.token)).toBe(200)
  clock.stepWall(60_000)
  expect((await refresh(second)).status).toBe(401)
})

test('A remembered session that is always used ends thirty days after signing in', async () => {
  const person = await server.signUp()
  const endsAt = thisSecond() + 30 * DAY_MS
  let token = await server.signIn(person, { remember: true })
  for (let day = 10; day < 30; day += 10) {
    clock.stepWall(10 * DAY_MS)
    token = (await refresh(token)).body.token
  }
  expect(await sessionEnd(token)).toBe(endsAt)
  clock.stepWall(10 * DAY_MS)
  expect((await refresh(token)).status).toBe(401)
})

test('A session of the administrator ends after twenty minutes without use, and twelve hours after signing in', async () => {
  const [admin, bystander] = [await server.signUp('operator@example.com'), await server.signUp()]
  await server.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(clock.now()) })
    .where('id', '=', admin.accountId)
    .execute()
  await appoint(server.db, admin.accountId)
  const endsAt = thisSecond() + 12 * 3_600_000
  const idle = await server.signIn(admin)
  let used = await server.signIn(admin, { remember: true })
  clock.stepWall(20 * 60_000 - 1)
  used = (await refresh(used)).body.token
  expect(await sessionEnd(used)).toBe(endsAt)
  clock.stepWall(1)
  expect([(await refresh(idle)).failure.code, await statusOf(idle)]).toEqual(['session_revoked', 401])

  while (clock.now() < endsAt - 15 * 60_000) {
    clock.stepWall(15 * 60_000)
    used = (await refresh(used)).body.token
  }
  const extended = (await server.call(api.refreshToken, { body: { token: used, extend: true } })).body.token
  expect(await sessionEnd(extended)).toBe(endsAt)
  expect(await statusOf(extended)).toBe(200)
  clock.stepWall(15 * 60_000)
  expect([(await refresh(extended)).status, await statusOf(extended)]).toEqual([401, 401])
  expect((await refresh(bystander.token)).status).toBe(200)
})

test('The user can extend a session by a day at a time, until thirty days after signing in', async () => {
  const person = await server.signUp()
  const [signedInAt, bystander] = [thisSecond(), await server.signIn(person)]
  const bystanderEnd = await sessionEnd(bystander)
  let { token } = person
  const extend = async () => {
    token = (await server.call(api.refreshToken, { body: { token, extend: true } })).body.token
    return sessionEnd(token)
  }
  clock.stepWall(DAY_MS / 2)
  expect(await extend()).toBe(signedInAt + 1.5 * DAY_MS)
  clock.stepWall(DAY_MS / 2)
  expect(await statusOf((await refresh(token)).body.token)).toBe(200)
  expect((await refresh(bystander)).status).toBe(401)
  expect(bystanderEnd).toBe(signedInAt + DAY_MS)

  await extend()
  for (let halfDays = 2; halfDays < 59; halfDays += 1) {
    clock.stepWall(DAY_MS / 2)
    await extend()
  }
  expect(await sessionEnd(token)).toBe(signedInAt + 30 * DAY_MS)
  clock.stepWall(DAY_MS / 2)
  expect((await server.call(api.refreshToken, { body: { token, extend: true } })).status).toBe(401)
})

test('A clock that is set back by an hour signs nobody out, and revives neither an old token nor an old proof', async () => {
  const [owner, bystander] = [await server.signUp(), await server.signUp()]
  const { token } = (await refresh(owner.token)).body
  clock.stepWall(-3_600_000)
  expect([await statusOf(token), await statusOf(bystander.token)]).toEqual([200, 200])
  expect((await server.call(api.beginTotp, { token })).failure.code).toBe('proof_needed')
  const proof = { method: 'password', password: owner.password } as const
  expect((await server.call(api.proveIdentity, { token, body: proof })).status).toBe(200)
  expect((await server.call(api.beginTotp, { token })).status).toBe(200)
  expect((await refresh(bystander.token)).status).toBe(200)

  expect((await refresh(owner.token)).failure.code).toBe('session_revoked')
  expect([await statusOf(token), await statusOf(bystander.token)]).toEqual([401, 200])
  clock.stepWall(3_600_000)
})

test('Tokens of a replaced session key are accepted until the key is removed', async () => {
  const [old, fresh] = ['old', 'new'].map((kid) => ({ kid, key: Buffer.alloc(32, kid) })) as [Key, Key]
  const claims = claimsOf({ sid: randomUUID() })
  const token = await createTokens([old], clock).sign(claims, NOON)
  expect((await createTokens([fresh, old], clock).read(token))?.claims).toMatchObject(claims)
  expect(await createTokens([fresh], clock).read(token)).toBeNull()
})

type Key = { kid: string; key: Buffer }

const claimsOf = (change: object) => ({
  sub: '1',
  email: 'ann@example.com',
  auth_provider: 'password' as const,
  email_verified: false,
  sid: '',
  jti: randomUUID(),
  exp: NOON / 1_000 + 900,
  session_exp: NOON / 1_000 + 86_400,
  remember_me: false,
  ...change,
})

const part = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

test('A token that Bidwell did not issue, or that was changed, is refused', async () => {
  const { token } = await server.signUp()
  const key = server.sessionKey.key
  const [head, body, signature] = token.split('.') as [string, string, string]
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())

  const sign = (claimsChange: object, headerChange: object = {}, with_ = key) => {
    const text = `${part({ ...header, ...headerChange })}.${part({ ...claims, ...claimsChange })}`
    return `${text}.${createHmac('sha256', with_).update(text).digest('base64url')}`
  }
  expect(await statusOf(sign({}))).toBe(200)

  const none = (alg: string) => `${part({ ...header, alg })}.${body}.`
  const forged: Record<string, string> = {
    'not signed at all': none('none'),
    'not signed, in capitals': none('nOnE'),
    'signature taken off': `${head}.${body}.`,
    'signature of another token': `${part({ ...header })}.${part({ ...claims, sub: '2' })}.${signature}`,
    'another key': sign({}, {}, Buffer.alloc(32, 7)),
    'an empty key': sign({}, { kid: 'none' }, Buffer.alloc(0)),
    'a key by path': sign({}, { kid: '../../../../dev/null' }, Buffer.alloc(0)),
    'a key by SQL': sign({}, { kid: "x' union select 'a'--" }, Buffer.from('a')),
    'a key in its own header': sign({}, { kid: 'x', jwk: { kty: 'oct', k: part('mine') } }, Buffer.from('mine')),
    'another algorithm': await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'HS512' })
      .sign(Buffer.concat([key, key])),
    'another type': sign({}, { typ: 'JWT' }),
    'another audience': sign({ aud: 'bidwell-mail' }),
    'another issuer': sign({ iss: 'https://accounts.google.com' }),
    'not yet good': sign({ nbf: clock.now() / 1_000 + 3_600 }),
    'a session that never was': sign({ sid: randomUUID() }),
    'a session that is no name': sign({ sid: "' or 1=1 --" }),
    'no end': sign({ exp: undefined }),
    '8 kB of claims': sign({ padding: 'x'.repeat(8_192), sid: randomUUID() }),
    'two parts': `${head}.${body}`,
    'five parts': `${token}.a.b`,
    'no base64': '!!.??.!!',
  }
  for (const [name, bad] of Object.entries(forged)) {
    const { status, headers, failure } = await server.call(api.readProfile, { token: bad })
    expect([name, status, headers.get('x-token-expired'), failure.success]).toEqual([name, 401, null, false])
    expect([400, 401], name).toContain((await refresh(bad)).status)
  }
  expect(await statusOf(token)).toBe(200)
})

test.each([
  ['no header', {}],
  ['another scheme', { Authorization: 'Basic YTpi' }],
  ['two tokens', { Authorization: 'Bearer a.b.c, Bearer a.b.c' }],
  ['an empty token', { Authorization: 'Bearer ' }],
])('A call with %s is refused as not signed in', async (_, headers: Record<string, string>) => {
  const answer = await server.call(api.readProfile, { headers })
  expect([answer.status, answer.failure.code]).toEqual([401, 'not_signed_in'])
})

test('A sign-in whose password is taken away while it is under way opens no session, and another one does', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    return rows.length > 0 || null
  }
  const { attempt } = await server.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', ann.accountId).execute()
    const { email, password } = ann
    // It has compared the password, and waits to open the session.
    const answer = server.call(api.signIn, { body: { email, password } })
    expect(await pollUntil(systemClock, isWaiting, { everyMs: 5, forMs: 60_000 })).toBe(true)
    return { attempt: answer }
  })
  const { status, failure } = await attempt
  expect([status, failure.message]).toEqual([401, messages.signIn.wrongCredentials])
  expect(await statusOf(await server.signIn(bob))).toBe(200)
})
