import { ACCOUNT, changeProfile, login, messages, proveIdentity, readProfile, SESSION } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import type { AppError } from '../platform/errors.ts'
import { logIn } from './log-in.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const clock = manualClock(NOON)
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ clock })
})
afterAll(() => api[Symbol.asyncDispose]())

// All tests call from one address, whose failures would add up.
beforeEach(() => api.db.deleteFrom('login_failures').execute())

/** Tries to sign in with a wrong password, several times. */
async function fail(email: string, times: number) {
  const answers = []
  for (let tries = 0; tries < times; tries += 1) {
    answers.push(await api.call(login, { body: { email, password: 'not the one' } }))
  }
  return answers
}

test('the e-mail of a login may have other letter case and spaces around it', async () => {
  const { email, password } = await api.signUp('ann@example.com')
  const { status, body } = await api.call(login, { body: { email: ` ${email.toUpperCase()} `, password } })
  expect(status).toBe(200)
  expect(body.data.profile.email).toBe(email)
  expect((await api.call(readProfile, { token: body.token })).status).toBe(200)
})

test('an accented letter of a password may be typed as one character or as two', async () => {
  const { email } = await api.signUp()
  const password_hash = await api.passwords.hash('caf\u00e9 in the rain')
  await api.db.updateTable('accounts').set({ password_hash }).where('email', '=', email).execute()
  expect((await api.call(login, { body: { email, password: 'cafe\u0301 in the rain' } })).status).toBe(200)
})

test.each(['correct horse batterz', 'Correct horse battery', 'correct horse battery '])(
  'the login with the similar password %j is refused',
  async (password) => {
    const { email } = await api.signUp()
    const { status, headers, failure } = await api.call(login, { body: { email, password } })
    expect(status).toBe(401)
    expect(headers.get('x-token-expired')).toBe('false')
    expect(failure).toEqual({ success: false, code: 'login_failed', message: messages.login.wrongCredentials })
  },
)

test('logins to an e-mail without an account get the same answers as wrong passwords, up to the lock', async () => {
  const { email } = await api.signUp()
  const [known, unknown] = [await fail(email, 5), await fail('nobody@example.com', 5)]
  const seen = (answers: typeof known) =>
    answers.map(({ status, headers, failure }) => [status, headers.get('x-token-expired'), failure])
  expect(seen(unknown)).toEqual(seen(known))
})

test('the fourth wrong password locks the account for fifteen minutes, even for the right password', async () => {
  const { email, password } = await api.signUp()
  const answers = await fail(email, 4)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])

  const locked = await api.call(login, { body: { email, password } })
  expect(locked.status).toBe(429)
  expect(locked.headers.get('retry-after')).toBe(String(ACCOUNT.lockMs / 1_000))
  expect(locked.failure).toEqual({ success: false, code: 'account_locked', message: messages.login.lockedToast })

  await clock.advanceBy(ACCOUNT.lockMs - 1_000)
  expect((await api.call(login, { body: { email, password } })).headers.get('retry-after')).toBe('1')
  await clock.advanceBy(1_000)
  expect((await api.call(login, { body: { email, password } })).status).toBe(200)
})

test('wrong passwords further apart than the window do not add up to a lock', async () => {
  const { email, password } = await api.signUp()
  await fail(email, 3)
  await clock.advanceBy(ACCOUNT.lockWindowMs + 1)
  expect((await fail(email, 1))[0]?.status).toBe(401)
  expect((await api.call(login, { body: { email, password } })).status).toBe(200)
})

test('the right password clears the wrong ones before it', async () => {
  const { email, password } = await api.signUp()
  await fail(email, 3)
  await api.call(login, { body: { email, password } })
  expect((await fail(email, 3)).map(({ status }) => status)).toEqual([401, 401, 401])
})

test('of a hundred concurrent guesses, at most four are compared', async () => {
  const { email } = await api.signUp()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => api.call(login, { body: { email, password: `guess number ${n}` } })),
  )
  const compared = answers.filter(({ status }) => status === 401)
  expect(compared.length).toBeLessThanOrEqual(4)
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

/** Logs in from another address than this machine's; returns the error's code if it fails. */
async function loginFrom(ipAddress: string, { email, password }: Pick<Person, 'email' | 'password'>) {
  const { db, tokens, passwords } = api
  const deps = { db, tokens, clock, passwords }
  return logIn(deps, { email, password }, { ipAddress, userAgent: null }).then(
    () => 'signed in',
    (error: AppError) => error.code,
  )
}

test('the wrong passwords of a stranger lock out unknown addresses, and not an address that the owner has used', async () => {
  const owner = await api.signUp() // from 127.0.0.1
  for (let tries = 0; tries < 4; tries += 1) await loginFrom('203.0.113.9', { ...owner, password: 'a guess' })
  expect(await loginFrom('198.51.100.7', owner)).toBe('account_locked')
  expect(await loginFrom('127.0.0.1', owner)).toBe('signed in')
})

test('an address with failures for many accounts is refused, and other addresses are not', async () => {
  const owner = await api.signUp()
  for (let n = 0; n < 20; n += 1) {
    await loginFrom('203.0.113.9', { email: `victim${n}@example.com`, password: 'a common one' })
  }
  expect(await loginFrom('203.0.113.9', owner)).toBe('rate_limited')
  expect(await loginFrom('198.51.100.7', owner)).toBe('signed in')
})

test('a password that could not be compared does not count as a failure', async () => {
  const owner = await api.signUp()
  const { db, tokens } = api
  const passwords = { hash: () => Promise.reject(new Error()), matches: () => Promise.reject(new Error('too busy')) }
  const deps = { db, tokens, clock, passwords }
  const attempt = logIn(deps, owner, { ipAddress: '127.0.0.1', userAgent: null })
  await expect(attempt).rejects.toThrow('too busy')
  expect(await db.selectFrom('login_failures').select('id').execute()).toEqual([])
})

test('proving the password counts for that session alone', async () => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  await api.signIn(ann)
  const signedInAt = clock.now()
  await clock.advanceBy(SESSION.proofMs - 60_000)
  const wrong = await api.call(proveIdentity, {
    token: ann.token,
    body: { method: 'password', password: 'not the one' },
  })
  expect([wrong.status, wrong.headers.get('x-token-expired')]).toEqual([401, 'false'])
  expect(await proofsOf(ann)).toEqual([signedInAt, signedInAt])

  expect(
    (await api.call(proveIdentity, { token: ann.token, body: { method: 'password', password: ann.password } })).status,
  ).toBe(200)
  expect(await proofsOf(ann)).toEqual([signedInAt, clock.now()])
  expect(await proofsOf(bob)).toEqual([signedInAt])
})

/** When the password was last proven, epoch ms, in each session of the account. */
async function proofsOf({ accountId }: Person) {
  const query = api.db.selectFrom('sessions').select('proven_at').where('account_id', '=', accountId)
  return (await query.orderBy('proven_at').execute()).map(({ proven_at }) => proven_at.getTime())
}

test("a session records its client's address and the first 500 characters of its user agent", async () => {
  const { email, password } = await api.signUp()
  const userAgent = 'x'.repeat(600)
  const { body } = await api.call(login, { body: { email, password }, headers: { 'User-Agent': userAgent } })
  const { sid } = (await api.tokens.read(body.token))!.claims
  const query = api.db.selectFrom('sessions').select(['user_agent', 'ip_address']).where('id', '=', sid)
  expect(await query.executeTakeFirstOrThrow()).toEqual({ user_agent: 'x'.repeat(500), ip_address: '127.0.0.1' })
})

test('only a session for which the user ticked "remember me" lives longer than a day', async () => {
  const { email, password, token } = await api.signUp()
  const signIn = async (body: object) => (await api.call(login, { body: { email, password, ...body } })).body.token
  const tokens = [
    await signIn({ remember_me: true }),
    await signIn({ remember_me: false }),
    await signIn({}), // nobody ticked it
    token, // a registration has no such box
  ]
  const lives = tokens.map(async (each) => {
    const { claims } = (await api.tokens.read(each))!
    return [claims.remember_me, claims.session_exp - Math.floor(clock.now() / 1_000)]
  })
  const day = 24 * 3_600
  expect(await Promise.all(lives)).toEqual([
    [true, 14 * day],
    [false, day],
    [false, day],
    [false, day],
  ])
})

test('a default lead is stored, and a lead that no bid may have is refused', async () => {
  const { token } = await api.signUp()
  const changed = await api.call(changeProfile, { token, body: { default_seconds_before_end: 12 } })
  expect(changed.body.data.default_seconds_before_end).toBe(12)
  for (const lead of [0, 181, 2.5, -5, 1e21]) {
    const { status, failure } = await api.call(changeProfile, { token, body: { default_seconds_before_end: lead } })
    expect([status, failure.message]).toEqual([422, messages.bid.leadOutOfRange])
  }
  expect((await api.call(readProfile, { token })).body.data.default_seconds_before_end).toBe(12)
})
