import { createHmac, randomUUID } from 'node:crypto'
import { logout, readProfile, refreshToken, SESSION } from '@bidwell/contract'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { createTokens } from './tokens.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const refresh = (api: TestApi, token: string) => api.call(refreshToken, { body: { token } })
const statusOf = async (api: TestApi, token: string) => (await api.call(readProfile, { token })).status

test('a token is good for fifteen minutes, and then for getting the next one', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { token } = await api.signUp()
  await clock.advanceBy(SESSION.tokenMs - 1)
  expect(await statusOf(api, token)).toBe(200)

  await clock.advanceBy(1)
  const { status, headers, failure } = await api.call(readProfile, { token })
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, 'true', 'token_expired'])

  const next = await refresh(api, token)
  expect(next.status).toBe(200)
  expect(await statusOf(api, next.body.token)).toBe(200)
})

test('two tabs that refresh at once get the same token, and both stay signed in', async () => {
  await using api = await startTestApi()
  const { token } = await api.signUp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(api, token)))
  const given = new Set(answers.map(({ body }) => body.token))
  expect(given.size).toBe(1)
  expect(await statusOf(api, [...given][0]!)).toBe(200)
})

test('a token spent more than ten seconds ago ends the session for everybody', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { token: first } = await api.signUp()
  const { token: second } = (await refresh(api, first)).body
  await clock.advanceBy(SESSION.refreshGraceMs)
  expect((await refresh(api, first)).body.token).toBe(second)
  await clock.advanceBy(1)

  const { status, headers, failure } = await refresh(api, first)
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, null, 'session_revoked'])
  expect(await statusOf(api, second)).toBe(401)
  expect((await refresh(api, second)).status).toBe(401)
})

test('the grandparent of a token ends the session however quickly it comes', async () => {
  await using api = await startTestApi({ clock: manualClock(NOON) })
  const { token: first } = await api.signUp()
  const { token: second } = (await refresh(api, first)).body
  const { token: third } = (await refresh(api, second)).body
  expect((await refresh(api, first)).status).toBe(401)
  expect(await statusOf(api, third)).toBe(401)
})

test('after logging out neither the token nor a refresh of it is good', async () => {
  await using api = await startTestApi()
  const { token } = await api.signUp()
  expect((await api.call(logout, { token, headers: { 'Content-Type': 'application/json' } })).status).toBe(200)
  const { status, headers, failure } = await api.call(readProfile, { token })
  expect([status, headers.get('x-token-expired'), failure.code]).toEqual([401, null, 'session_revoked'])
  expect((await refresh(api, token)).status).toBe(401)
})

test('logging out of one session leaves the others', async () => {
  await using api = await startTestApi()
  const person = await api.signUp()
  const elsewhere = await api.signIn(person)
  await api.call(logout, { token: person.token })
  expect(await statusOf(api, elsewhere)).toBe(200)
})

test('a session ends when its days are over, refreshed or not', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { token } = await api.signUp()
  await clock.advanceBy(SESSION.rememberedSessionMs - 60_000)
  const { token: last } = (await refresh(api, token)).body
  expect((await api.tokens.read(last))?.claims.exp).toBe((NOON + SESSION.rememberedSessionMs) / 1_000)
  await clock.advanceBy(60_000)
  const { status, headers } = await api.call(readProfile, { token: last })
  expect([status, headers.get('x-token-expired')]).toEqual([401, null])
  expect((await refresh(api, last)).status).toBe(401)
})

test('tokens of a replaced key still count, until the key is gone', async () => {
  const clock = manualClock(NOON)
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
  ...change,
})

const part = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

test('nothing that is not a whole, present token of ours is taken for one', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { token } = await api.signUp()
  const key = api.sessionKey.key
  const [head, body, signature] = token.split('.') as [string, string, string]
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())

  const sign = (claimsChange: object, headerChange: object = {}, with_ = key) => {
    const text = `${part({ ...header, ...headerChange })}.${part({ ...claims, ...claimsChange })}`
    return `${text}.${createHmac('sha256', with_).update(text).digest('base64url')}`
  }
  expect(await statusOf(api, sign({}))).toBe(200)

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
    'not yet good': sign({ nbf: NOON / 1_000 + 3_600 }),
    'a session that never was': sign({ sid: randomUUID() }),
    'a session that is no name': sign({ sid: "' or 1=1 --" }),
    'no end': sign({ exp: undefined }),
    '8 kB of claims': sign({ padding: 'x'.repeat(8_192), sid: randomUUID() }),
    'two parts': `${head}.${body}`,
    'five parts': `${token}.a.b`,
    'no base64': '!!.??.!!',
  }
  for (const [name, bad] of Object.entries(forged)) {
    const { status, headers, failure } = await api.call(readProfile, { token: bad })
    expect([name, status, headers.get('x-token-expired'), failure.success]).toEqual([name, 401, null, false])
    expect([400, 401], name).toContain((await refresh(api, bad)).status)
  }
  expect(await statusOf(api, token)).toBe(200)
})

test.each([
  ['no header', {}],
  ['another scheme', { Authorization: 'Basic YTpi' }],
  ['two tokens', { Authorization: 'Bearer a.b.c, Bearer a.b.c' }],
  ['an empty token', { Authorization: 'Bearer ' }],
])('with %s nobody is signed in', async (_, headers: Record<string, string>) => {
  await using api = await startTestApi()
  const answer = await api.call(readProfile, { headers })
  expect([answer.status, answer.failure.code]).toEqual([401, 'not_signed_in'])
})
