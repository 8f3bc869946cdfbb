import { api, type ProofOfIdentity, SECOND_FACTOR, SESSION } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { resealTotpSecrets } from './reseal-totp-secrets.ts'
import { createTotpSealer } from './totp-sealer.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const MINUTE = 60_000
const { challengeMs, maxWaitMs } = SECOND_FACTOR
/** How long an authenticator app shows a code. */
const codeStepMs = 30_000

const clock = manualClock(NOON)
let it: TestApi
beforeAll(async () => {
  it = await startTestApi({ clock })
})
afterAll(() => it[Symbol.asyncDispose]())

/** What an authenticator app shows at this moment, or some steps of 30 seconds later. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() + steps * codeStepMs })

/** An account that signs in with an authenticator app; its next code is valid. */
async function withApp() {
  const person = await it.signUp()
  const { secret, uri } = (await it.call(api.beginTotp, { token: person.token })).body.data
  const confirmed = await it.call(api.confirmTotp, { token: person.token, body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  clock.stepWall(codeStepMs)
  return { ...person, secret, uri, recoveryCodes: confirmed.body.data.recovery_codes ?? [] }
}

const signIn = ({ email, password }: Person, remember_me = true) =>
  it.call(api.signIn, { body: { email, password, remember_me } })

async function challengeOf(person: Person, remember_me?: boolean) {
  const { failure } = await signIn(person, remember_me)
  return failure.second_factor?.challenge ?? ''
}

const complete = (challenge: string, method: 'totp' | 'recovery_code', code: string) =>
  it.call(api.completeSignIn, { body: { challenge, factor: { method, code } } })

const statusOf = async ({ token }: Person) => (await it.call(api.readSecondFactor, { token })).body.data
const wrongFor = (secret: string) => (codeOf(secret) === '000000' ? '111111' : '000000')

test('After the password an account with an authenticator app is asked for a code, and gets no token before it', async () => {
  const [ann, bystander] = [await withApp(), await it.signUp()]
  const asked = await signIn(ann)
  expect([asked.status, asked.failure.code, asked.headers.get('x-token-expired')]).toEqual([
    401,
    'second_factor_required',
    'false',
  ])
  expect(asked.failure.message).toBe('Enter the code of your second factor to finish signing in.')
  expect(asked.failure.second_factor?.methods).toEqual(['totp', 'recovery_code'])
  expect(asked.failure).not.toHaveProperty('token')
  const challenge = asked.failure.second_factor?.challenge ?? ''
  expect((await it.call(api.readProfile, { token: challenge })).status).toBe(401)

  const done = await complete(challenge, 'totp', codeOf(ann.secret))
  expect([done.status, done.body.data.profile.email]).toEqual([200, ann.email])
  expect((await it.call(api.readProfile, { token: done.body.token })).status).toBe(200)
  expect((await signIn(bystander)).status).toBe(200)
})

test('The secret and the recovery codes are in the database as ciphertext and hashes alone, and no call shows them again', async () => {
  const ann = await withApp()
  const { sealed_secret } = await it.db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  expect(sealed_secret.includes(Buffer.from(Secret.fromBase32(ann.secret).bytes))).toBe(false)
  expect(ann.uri).toContain(`secret=${ann.secret}`)
  expect(ann.recoveryCodes).toHaveLength(10)
  expect(new Set(ann.recoveryCodes).size).toBe(10)
  const stored = await it.db.selectFrom('recovery_codes').selectAll().where('account_id', '=', ann.accountId).execute()
  expect(stored.map(({ code_hash }) => code_hash.length)).toEqual(Array(10).fill(32))
  expect(Object.keys(await statusOf(ann))).not.toContain('secret')

  const again = await it.call(api.beginTotp, { token: ann.token })
  expect([again.status, again.failure.message]).toEqual([
    409,
    'An authenticator app is already set up. Turn it off before you set up another one.',
  ])
})

test('An app that was not confirmed by a code is not asked for', async () => {
  const ann = await it.signUp()
  const { secret } = (await it.call(api.beginTotp, { token: ann.token })).body.data
  const wrong = await it.call(api.confirmTotp, { token: ann.token, body: { code: wrongFor(secret) } })
  expect([wrong.status, wrong.failure.details?.[0]?.path]).toEqual([422, 'code'])
  expect((await signIn(ann)).status).toBe(200)
  expect((await statusOf(ann)).totp_since).toBeNull()
})

test('The mail about an app says that the other sessions were signed out, when there were any', async () => {
  const ann = await it.signUp()
  await signIn(ann)
  const { secret } = (await it.call(api.beginTotp, { token: ann.token })).body.data
  await it.call(api.confirmTotp, { token: ann.token, body: { code: codeOf(secret) } })
  const bystander = await withApp()
  const mailTo = async ({ email }: Person) =>
    (await readMails(it.db, email)).find(({ kind }) => kind === 'second_factor_changed')?.text
  const [what, signedOut] = [
    'Signing in now asks for a code from your authenticator app\n',
    'Every other session was signed out',
  ]
  expect(await mailTo(ann)).toContain(`${what}\n${signedOut}`)
  expect(await mailTo(bystander)).toContain(what)
  expect(await mailTo(bystander)).not.toContain(signedOut)
})

test('A code is accepted in its own step of 30 seconds and in the neighbouring ones, and in no other', async () => {
  for (const [steps, status] of [
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    const ann = await withApp()
    clock.stepWall(4 * codeStepMs)
    expect((await complete(await challengeOf(ann), 'totp', codeOf(ann.secret, steps))).status).toBe(status)
  }
})

test('Of twenty concurrent sign-ins with one code exactly one succeeds, and the code is worthless afterwards', async () => {
  const ann = await withApp()
  const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(ann)))
  const code = codeOf(ann.secret)
  const answers = await Promise.all(challenges.map((challenge) => complete(challenge, 'totp', code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  clock.stepWall(2 * 60 * MINUTE)
  const earlier = codeOf(ann.secret, -1)
  expect((await complete(await challengeOf(ann), 'totp', codeOf(ann.secret))).status).toBe(200)
  expect((await complete(await challengeOf(ann), 'totp', earlier)).status).toBe(401)
})

test('Of a code and a recovery code that answer one sign-in at once, exactly one opens a session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ann = await withApp()
    const challenge = await challengeOf(ann)
    const answers = await Promise.all([
      complete(challenge, 'totp', codeOf(ann.secret)),
      complete(challenge, 'recovery_code', ann.recoveryCodes[0] ?? ''),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)?.failure.code).toBe('challenge_expired')
  }
})

test('After five wrong codes the app has to wait, longer after each further one, while recovery codes go on working', async () => {
  const [ann, bystander] = [await withApp(), await withApp()]
  const challenge = await challengeOf(ann)
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = await complete(challenge, 'totp', wrongFor(ann.secret))
    expect([wrong.status, wrong.failure.code]).toEqual([401, 'second_factor_failed'])
  }
  const waiting = await complete(challenge, 'totp', codeOf(ann.secret))
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '60'])
  expect(waiting.failure.message).toBe(
    'Too many wrong codes. Try again in 60 seconds, or use a recovery code or a passkey.',
  )
  clock.stepWall(MINUTE)
  expect((await complete(challenge, 'totp', wrongFor(ann.secret))).status).toBe(401)
  expect((await complete(challenge, 'totp', codeOf(ann.secret))).headers.get('retry-after')).toBe('120')
  expect((await complete(await challengeOf(bystander), 'totp', codeOf(bystander.secret))).status).toBe(200)
  expect((await complete(challenge, 'recovery_code', ann.recoveryCodes[0] ?? '')).status).toBe(200)

  clock.stepWall(maxWaitMs)
  expect((await complete(await challengeOf(ann), 'totp', codeOf(ann.secret))).status).toBe(200)
})

test('A hundred concurrent guesses are counted one after the other', async () => {
  const ann = await withApp()
  const challenge = await challengeOf(ann)
  const guesses = Array.from({ length: 100 }, () => complete(challenge, 'totp', wrongFor(ann.secret)))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(95)
})

test('A recovery code works once, in any spelling, and new codes end the former ones', async () => {
  const ann = await withApp()
  const [first = '', second = ''] = ann.recoveryCodes
  const spelled = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await complete(await challengeOf(ann), 'recovery_code', spelled)).status).toBe(200)
  expect((await complete(await challengeOf(ann), 'recovery_code', first)).failure.message).toBe(
    'That recovery code is not right, or it was used before.',
  )
  expect((await statusOf(ann)).recovery_codes_left).toBe(9)

  const renewed = (await it.call(api.renewRecoveryCodes, { token: ann.token })).body.data.recovery_codes
  expect((await complete(await challengeOf(ann), 'recovery_code', second)).status).toBe(401)
  const twins = await Promise.all(
    [await challengeOf(ann), await challengeOf(ann)].map((challenge) =>
      complete(challenge, 'recovery_code', renewed[0] ?? ''),
    ),
  )
  expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test("Another account's recovery code and challenge are worthless", async () => {
  const [ann, bob] = [await withApp(), await withApp()]
  const challenge = await challengeOf(ann)
  expect((await complete(challenge, 'recovery_code', bob.recoveryCodes[0] ?? '')).status).toBe(401)
  expect((await complete(challenge, 'totp', codeOf(bob.secret))).status).toBe(401)
  expect((await statusOf(bob)).recovery_codes_left).toBe(10)
})

test('A challenge serves one sign-in, for ten minutes', async () => {
  const ann = await withApp()
  const [used, late] = [await challengeOf(ann), await challengeOf(ann)]
  expect((await complete(used, 'totp', codeOf(ann.secret))).status).toBe(200)
  clock.stepWall(codeStepMs)
  const again = await complete(used, 'totp', codeOf(ann.secret))
  expect([again.status, again.failure.code, again.failure.message]).toEqual([
    401,
    'challenge_expired',
    'Signing in took too long. Please start again with your password.',
  ])
  clock.stepWall(challengeMs)
  expect((await complete(late, 'totp', codeOf(ann.secret))).failure.code).toBe('challenge_expired')
})

test.each([
  { remember: true, lifeMs: SESSION.maxSessionMs },
  { remember: false, lifeMs: SESSION.sessionMs },
])('Remember me, when it is $remember, survives the second step', async ({ remember, lifeMs }) => {
  const ann = await withApp()
  const { token } = (await complete(await challengeOf(ann, remember), 'totp', codeOf(ann.secret))).body
  const { sid } = (await it.tokens.read(token))!.claims
  const session = await it.db.selectFrom('sessions').selectAll().where('id', '=', sid).executeTakeFirstOrThrow()
  expect(session.expires_at.getTime() - clock.now()).toBe(lifeMs)
})

test('Turning the app off lets the password suffice again, and ends the recovery codes', async () => {
  const [ann, bystander] = [await withApp(), await withApp()]
  expect((await it.call(api.turnOffTotp, { token: ann.token })).status).toBe(200)
  expect((await signIn(ann)).status).toBe(200)
  expect(await statusOf(ann)).toMatchObject({ totp_since: null, recovery_codes_left: 0 })
  expect((await it.call(api.turnOffTotp, { token: ann.token })).status).toBe(409)
  expect((await signIn(bystander)).status).toBe(401)
})

test('With a second factor the password alone proves nothing, and a code does', async () => {
  const ann = await withApp()
  clock.stepWall(SESSION.proofMs + 1)
  const { token } = (await it.call(api.refreshToken, { body: { token: ann.token } })).body
  expect((await it.call(api.readProofMethods, { token })).body.data.methods).toEqual(['totp', 'recovery_code'])
  const prove = (body: ProofOfIdentity) => it.call(api.proveIdentity, { token, body })
  expect((await prove({ method: 'password', password: ann.password })).failure.message).toBe(
    'Please prove who you are with your second factor.',
  )
  expect((await it.call(api.turnOffTotp, { token })).failure.code).toBe('proof_needed')
  expect((await prove({ method: 'totp', code: wrongFor(ann.secret) })).headers.get('x-token-expired')).toBe('false')
  expect((await it.call(api.turnOffTotp, { token })).failure.code).toBe('proof_needed')
  expect((await prove({ method: 'totp', code: codeOf(ann.secret) })).status).toBe(200)
  expect((await it.call(api.turnOffTotp, { token })).status).toBe(200)
})

test('When the session keys are rotated, secrets go on working, and a start seals them with the newest key', async () => {
  const ann = await withApp()
  const newer = { kid: 'newer', key: Buffer.alloc(32, 7) }
  const totpSealer = createTotpSealer([newer, it.sessionKey])
  const read = () =>
    it.db.selectFrom('totp_secrets').selectAll().where('account_id', '=', ann.accountId).executeTakeFirstOrThrow()
  expect(totpSealer.open(ann.accountId, await read())).toEqual(Secret.fromBase32(ann.secret).bytes)
  await it.db.deleteFrom('totp_secrets').where('account_id', '!=', ann.accountId).execute()
  expect(await resealTotpSecrets({ db: it.db, totpSealer })).toBe(1)
  expect(await resealTotpSecrets({ db: it.db, totpSealer })).toBe(0)
  const resealed = await read()
  expect(createTotpSealer([newer]).open(ann.accountId, resealed)).toEqual(Secret.fromBase32(ann.secret).bytes)
  const withoutNewest = { db: it.db, totpSealer: createTotpSealer([it.sessionKey]) }
  await expect(resealTotpSecrets(withoutNewest)).rejects.toThrow('SESSION_KEYS must still hold the key newer')
  expect(() => totpSealer.open(ann.accountId + 1, resealed)).toThrow()
})

test('A reset of the password does not skip a second factor that is older than a week, and ends sign-ins that wait for one', async () => {
  const ann = await withApp()
  const tokenOf = async (kind: string) =>
    (await readMails(it.db, ann.email)).findLast((mail) => mail.kind === kind)?.token ?? ''
  await it.call(api.verifyEmail, { token: ann.token, query: { token: await tokenOf('verify-email') } })
  clock.stepWall(8 * 24 * 60 * MINUTE)
  const waiting = await challengeOf(ann)
  await it.call(api.requestReset, { body: { email: ann.email } })
  const token = await tokenOf('reset-password')
  const password = 'another horse battery'
  const reset = await it.call(api.resetPassword, { body: { token, password, confirmPassword: password } })
  expect(reset.status).toBe(200)
  expect((await complete(waiting, 'totp', codeOf(ann.secret))).failure.code).toBe('challenge_expired')
  expect((await signIn({ ...ann, password })).failure.code).toBe('second_factor_required')
})

test('What happens to second factors is in the security log of the account and in its mails, and wrong codes are', async () => {
  const [ann, bystander] = [await withApp(), await it.signUp()]
  const challenge = await challengeOf(ann)
  for (let tries = 0; tries < 6; tries += 1) await complete(challenge, 'totp', wrongFor(ann.secret))
  await complete(challenge, 'recovery_code', ann.recoveryCodes[0] ?? '')
  await it.call(api.renewRecoveryCodes, { token: ann.token })
  await it.call(api.turnOffTotp, { token: ann.token })

  const events = await it.db
    .selectFrom('security_events')
    .select(['kind', 'outcome', 'detail'])
    .where('account_id', '=', ann.accountId)
    .where('kind', 'not in', ['registered', 'signed_in'])
    .orderBy('id')
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual([
    'second_factor_added',
    'recovery_code_used',
    'recovery_codes_renewed',
    'second_factor_removed',
  ])
  const failures = await it.db
    .selectFrom('security_events')
    .select(['outcome', 'detail'])
    .where('account_id', '=', ann.accountId)
    .where('kind', '=', 'signed_in')
    .where('outcome', '!=', 'ok')
    .orderBy('id')
    .execute()
  // Not the code that had to wait: a stranger could send any number of them.
  expect(failures.map(({ outcome }) => outcome)).toEqual(Array(5).fill('failed'))
  expect(failures[0]?.detail).toEqual({ method: 'totp' })

  const mailsTo = async ({ email }: Person) =>
    (await readMails(it.db, email)).map(({ kind }) => kind).filter((kind) => kind !== 'verify-email')
  expect((await mailsTo(ann)).toSorted()).toEqual([
    'recovery_code_used',
    'second_factor_changed',
    'second_factor_changed',
    'second_factor_changed',
    'wrong_codes',
  ])
  expect(await mailsTo(bystander)).toEqual([])
})
