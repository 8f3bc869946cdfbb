import { ACCOUNT, changeProfile, login, messages, provePassword, readProfile, SESSION } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import type { AppError } from '../platform/errors.ts'
import { logIn } from './log-in.ts'
import { createPasswordHasher } from './password-hasher.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

async function fail(api: TestApi, email: string, times: number) {
  const answers = []
  for (let tries = 0; tries < times; tries += 1) {
    answers.push(await api.call(login, { body: { email, password: 'not the one' } }))
  }
  return answers
}

test('the right password signs in, whatever the e-mail is typed like', async () => {
  await using api = await startTestApi()
  const { email, password } = await api.signUp('ann@example.com')
  const { status, body } = await api.call(login, { body: { email: ` ${email.toUpperCase()} `, password } })
  expect(status).toBe(200)
  expect(body.data.profile.email).toBe(email)
  expect((await api.call(readProfile, { token: body.token })).status).toBe(200)
})

test('an accent may be typed as one character or as two', async () => {
  await using api = await startTestApi()
  const { email } = await api.signUp()
  const passwords = await createPasswordHasher()
  const password_hash = await passwords.hash('caf\u00e9 in the rain')
  await api.db.updateTable('accounts').set({ password_hash }).where('email', '=', email).execute()
  expect((await api.call(login, { body: { email, password: 'cafe\u0301 in the rain' } })).status).toBe(200)
})

test.each(['correct horse batterz', 'Correct horse battery', 'correct horse battery '])(
  '%j is not the password',
  async (password) => {
    await using api = await startTestApi()
    const { email } = await api.signUp()
    const { status, headers, failure } = await api.call(login, { body: { email, password } })
    expect(status).toBe(401)
    expect(headers.get('x-token-expired')).toBe('false')
    expect(failure).toEqual({ success: false, code: 'login_failed', message: messages.login.wrong })
  },
)

test('an e-mail without an account is answered like a wrong password, up to the lock', async () => {
  await using api = await startTestApi()
  const { email } = await api.signUp()
  const [known, unknown] = [await fail(api, email, 5), await fail(api, 'nobody@example.com', 5)]
  const seen = (answers: typeof known) =>
    answers.map(({ status, headers, failure }) => [status, headers.get('x-token-expired'), failure])
  expect(seen(unknown)).toEqual(seen(known))
})

test('the fourth failure locks the account for fifteen minutes, even for the right password', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { email, password } = await api.signUp()
  const answers = await fail(api, email, 4)
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

test('failures further apart than the window do not add up', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { email, password } = await api.signUp()
  await fail(api, email, 3)
  await clock.advanceBy(ACCOUNT.lockWindowMs + 1)
  expect((await fail(api, email, 1))[0]?.status).toBe(401)
  expect((await api.call(login, { body: { email, password } })).status).toBe(200)
})

test('a success wipes the failures before it', async () => {
  await using api = await startTestApi()
  const { email, password } = await api.signUp()
  await fail(api, email, 3)
  await api.call(login, { body: { email, password } })
  expect((await fail(api, email, 3)).map(({ status }) => status)).toEqual([401, 401, 401])
})

test('a hundred guesses at once get no further than four in a row', async () => {
  await using api = await startTestApi()
  const { email } = await api.signUp()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => api.call(login, { body: { email, password: `guess number ${n}` } })),
  )
  const looked = answers.filter(({ status }) => status === 401)
  expect(looked.length).toBeLessThanOrEqual(4)
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

/** Logs in as if from this address. */
async function loginFrom(api: TestApi, ipAddress: string, { email, password }: Pick<Person, 'email' | 'password'>) {
  const { db, tokens } = api
  const deps = { db, tokens, clock: manualClock(NOON), passwords: await createPasswordHasher() }
  return logIn(deps, { email, password }, { ipAddress, userAgent: null }).then(
    () => 'signed in',
    (error: AppError) => error.code,
  )
}

test('a stranger who locks an account locks out strangers, not its owner at a known address', async () => {
  await using api = await startTestApi({ clock: manualClock(NOON) })
  const owner = await api.signUp() // from 127.0.0.1
  for (let tries = 0; tries < 4; tries += 1) await loginFrom(api, '203.0.113.9', { ...owner, password: 'a guess' })
  expect(await loginFrom(api, '198.51.100.7', owner)).toBe('account_locked')
  expect(await loginFrom(api, '127.0.0.1', owner)).toBe('signed in')
})

test('an address that fails over many accounts has to wait, and others do not', async () => {
  await using api = await startTestApi({ clock: manualClock(NOON) })
  const owner = await api.signUp()
  for (let n = 0; n < 20; n += 1) {
    await loginFrom(api, '203.0.113.9', { email: `victim${n}@example.com`, password: 'a common one' })
  }
  expect(await loginFrom(api, '203.0.113.9', owner)).toBe('rate_limited')
  expect(await loginFrom(api, '198.51.100.7', owner)).toBe('signed in')
})

test('a password that could not be looked at is no failure of whoever typed it', async () => {
  await using api = await startTestApi()
  const owner = await api.signUp()
  const { db, tokens } = api
  const passwords = { hash: () => Promise.reject(new Error()), matches: () => Promise.reject(new Error('too busy')) }
  const deps = { db, tokens, clock: manualClock(NOON), passwords }
  const attempt = logIn(deps, owner, { ipAddress: '127.0.0.1', userAgent: null })
  await expect(attempt).rejects.toThrow('too busy')
  expect(await db.selectFrom('login_failures').select('id').execute()).toEqual([])
})

test('a queue of more than fifty passwords turns the rest away at once', async () => {
  const passwords = await createPasswordHasher(1)
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(null, 'anything')))
  const turnedAway = answers.filter(({ status }) => status === 'rejected')
  expect(turnedAway).toHaveLength(9)
  expect(turnedAway[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterMs: 2_000 } })
  expect(await passwords.matches(null, 'anything')).toBe(false)
})

test('proving the password again makes the session recently proven', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { token, password, accountId } = await api.signUp()
  await clock.advanceBy(SESSION.proofMs - 60_000)
  const wrong = await api.call(provePassword, { token, body: { password: 'not the one' } })
  expect([wrong.status, wrong.headers.get('x-token-expired')]).toEqual([401, 'false'])
  expect((await api.call(provePassword, { token, body: { password } })).status).toBe(200)
  const session = await api.db
    .selectFrom('sessions')
    .select('proven_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(session.proven_at.getTime()).toBe(clock.now())
})

test('a session is remembered for thirty days, or for one', async () => {
  const clock = manualClock(NOON)
  await using api = await startTestApi({ clock })
  const { email, password } = await api.signUp()
  for (const [remember_me, lifeMs] of [
    [true, SESSION.rememberedSessionMs],
    [false, SESSION.sessionMs],
  ] as const) {
    const { body } = await api.call(login, { body: { email, password, remember_me } })
    const { sid } = (await api.tokens.read(body.token))!.claims
    const session = await api.db.selectFrom('sessions').selectAll().where('id', '=', sid).executeTakeFirstOrThrow()
    expect(session.expires_at.getTime() - clock.now()).toBe(lifeMs)
  }
})

test('a preferred lead is kept, and one that no bid may have is refused', async () => {
  await using api = await startTestApi()
  const { token } = await api.signUp()
  const changed = await api.call(changeProfile, { token, body: { default_seconds_before_end: 12 } })
  expect(changed.body.data.default_seconds_before_end).toBe(12)
  for (const lead of [0, 181, 2.5, -5, 1e21]) {
    const { status, failure } = await api.call(changeProfile, { token, body: { default_seconds_before_end: lead } })
    expect([status, failure.message]).toEqual([422, messages.bid.leadOutOfRange])
  }
  expect((await api.call(readProfile, { token })).body.data.default_seconds_before_end).toBe(12)
})
