import { api, messages, SESSION } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

const clock = manualClock(NOON)
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ clock })
})
afterAll(() => server[Symbol.asyncDispose]())

// All tests call from one address, whose failures would add up.
beforeEach(() => server.db.deleteFrom('attempt_budgets').execute())

test('The e-mail of a sign-in may have other letter case and spaces around it', async () => {
  const { email, password } = await server.signUp('ann@example.com')
  const { status, body } = await server.call(api.signIn, { body: { email: ` ${email.toUpperCase()} `, password } })
  expect(status).toBe(200)
  expect(body.data.profile.email).toBe(email)
  expect((await server.call(api.readProfile, { token: body.token })).status).toBe(200)
})

test('An accented letter of a password may be typed as one character or as two', async () => {
  const { email } = await server.signUp()
  const password_hash = await server.passwords.hash('caf\u00e9 in the rain')
  await server.db.updateTable('accounts').set({ password_hash }).where('email', '=', email).execute()
  expect((await server.call(api.signIn, { body: { email, password: 'cafe\u0301 in the rain' } })).status).toBe(200)
})

test.each(['correct horse batterz', 'Correct horse battery', 'correct horse battery '])(
  'The sign-in with the similar password %j is refused',
  async (password) => {
    const { email } = await server.signUp()
    const { status, headers, failure } = await server.call(api.signIn, { body: { email, password } })
    expect(status).toBe(401)
    expect(headers.get('x-token-expired')).toBe('false')
    expect(failure).toEqual({ success: false, code: 'login_failed', message: messages.signIn.wrongCredentials })
  },
)

test('Proving the password counts for that session alone', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  await server.signIn(ann)
  const signedInAt = clock.now()
  clock.stepWall(SESSION.proofMs - 60_000)
  const wrong = await server.call(api.proveIdentity, {
    token: ann.token,
    body: { method: 'password', password: 'not the one' },
  })
  expect([wrong.status, wrong.headers.get('x-token-expired')]).toEqual([401, 'false'])
  expect(await proofsOf(ann)).toEqual([signedInAt, signedInAt])

  expect(
    (await server.call(api.proveIdentity, { token: ann.token, body: { method: 'password', password: ann.password } }))
      .status,
  ).toBe(200)
  expect(await proofsOf(ann)).toEqual([signedInAt, clock.now()])
  expect(await proofsOf(bob)).toEqual([signedInAt])
})

/** When the password was last proven, epoch ms, in each session of the account. */
async function proofsOf({ accountId }: Person) {
  const query = server.db.selectFrom('sessions').select('proven_at').where('account_id', '=', accountId)
  return (await query.orderBy('proven_at').execute()).map(({ proven_at }) => proven_at.getTime())
}

test("A session records its client's address and the first 500 characters of its user agent", async () => {
  const { email, password } = await server.signUp()
  const userAgent = 'x'.repeat(600)
  const { body } = await server.call(api.signIn, { body: { email, password }, headers: { 'User-Agent': userAgent } })
  const { sid } = (await server.tokens.read(body.token))!.claims
  const query = server.db.selectFrom('sessions').select(['user_agent', 'ip_address']).where('id', '=', sid)
  expect(await query.executeTakeFirstOrThrow()).toEqual({ user_agent: 'x'.repeat(500), ip_address: '127.0.0.1' })
})

test('Only a session for which the user ticked "remember me" lives longer than a day', async () => {
  const { email, password, token } = await server.signUp()
  const signIn = async (body: object) =>
    (await server.call(api.signIn, { body: { email, password, ...body } })).body.token
  const tokens = [
    await signIn({ remember_me: true }),
    await signIn({ remember_me: false }),
    await signIn({}), // nobody ticked it
    token, // a registration has no such box
  ]
  const lives = tokens.map(async (each) => {
    const { claims } = (await server.tokens.read(each))!
    return [claims.remember_me, claims.session_exp - Math.floor(clock.now() / 1_000)]
  })
  const day = 24 * 3_600
  expect(await Promise.all(lives)).toEqual([
    [true, 30 * day],
    [false, day],
    [false, day],
    [false, day],
  ])
})

test('A default lead is stored, and a lead that no bid may have is refused', async () => {
  const { token } = await server.signUp()
  const changed = await server.call(api.changeProfile, { token, body: { default_seconds_before_end: 12 } })
  expect(changed.body.data.default_seconds_before_end).toBe(12)
  for (const lead of [0, 181, 2.5, -5, 1e21]) {
    const { status, failure } = await server.call(api.changeProfile, {
      token,
      body: { default_seconds_before_end: lead },
    })
    expect([status, failure.message]).toEqual([422, messages.bidRefusal.leadOutOfRange])
  }
  expect((await server.call(api.readProfile, { token })).body.data.default_seconds_before_end).toBe(12)
})
