import { api, type PasskeyAssertion, type PasskeyAttestation, SECOND_FACTOR, SESSION } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, PUBLIC_URL, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { softwareAuthenticator } from '../../../test/software-authenticator.ts'
import { relyingPartyOf } from './relying-party.ts'

const clock = manualClock(Date.UTC(2026, 10, 20, 20))
const { challengeMs, maxPasskeys } = SECOND_FACTOR

let it: TestApi
beforeAll(async () => {
  it = await startTestApi({ clock })
})
afterAll(() => it[Symbol.asyncDispose]())

const creationOptions = async ({ token }: Person) => (await it.call(api.beginPasskey, { token })).body.data.options
const add = ({ token }: Person, passkey: PasskeyAttestation, name = 'My phone') =>
  it.call(api.addPasskey, { token, body: { name, passkey } })

/** An account with a passkey, and the device that has it. */
async function withPasskey() {
  const person = await it.signUp()
  const device = softwareAuthenticator(PUBLIC_URL)
  const { status, body } = await add(person, device.create(await creationOptions(person)))
  expect(status).toBe(200)
  return { ...person, device, passkey: body.data.passkey, recoveryCodes: body.data.recovery_codes ?? [] }
}

const signInOptions = async (challenge?: string) =>
  (await it.call(api.beginPasskeySignIn, { body: challenge === undefined ? {} : { challenge } })).body.data.options
const logInWith = (passkey: PasskeyAssertion, remember_me?: boolean) =>
  it.call(api.passkeySignIn, { body: { passkey, ...(remember_me !== undefined && { remember_me }) } })
const signInByPassword = ({ email, password }: Person) => it.call(api.signIn, { body: { email, password } })
const statusOf = async ({ token }: Person) => (await it.call(api.readSecondFactor, { token })).body.data

test('A passkey signs in to its account without e-mail and password', async () => {
  const [ann] = [await withPasskey(), await withPasskey()]
  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'bids.example', userVerification: 'required' })
  expect(options.allowCredentials).toEqual([])
  const { status, body } = await logInWith(ann.device.get(options))
  expect([status, body.data.profile.email]).toEqual([200, ann.email])
  expect((await it.call(api.readProfile, { token: body.token })).status).toBe(200)
  expect((await statusOf(ann)).passkeys[0]?.last_used_at).toBe(new Date(clock.now()).toISOString())
})

test('After the password an account with a passkey is asked for it, and the challenge of the sign-in is what it signs', async () => {
  const ann = await withPasskey()
  const { failure } = await signInByPassword(ann)
  expect(failure.second_factor?.methods).toEqual(['passkey', 'recovery_code'])
  const challenge = failure.second_factor?.challenge ?? ''
  const options = await signInOptions(challenge)
  expect(options.allowCredentials.map(({ id }) => id)).toEqual([ann.device.id])
  const factor = { method: 'passkey', passkey: ann.device.get(options) } as const
  expect((await it.call(api.completeSignIn, { body: { challenge, factor } })).status).toBe(200)
  expect((await it.call(api.completeSignIn, { body: { challenge, factor } })).status).toBe(401)
})

test('The first passkey comes with ten recovery codes, which sign in without it', async () => {
  const ann = await withPasskey()
  expect(ann.recoveryCodes).toHaveLength(10)
  const challenge = (await signInByPassword(ann)).failure.second_factor?.challenge ?? ''
  const factor = { method: 'recovery_code', code: ann.recoveryCodes[0] ?? '' } as const
  expect((await it.call(api.completeSignIn, { body: { challenge, factor } })).status).toBe(200)
  const second = await add(ann, softwareAuthenticator(PUBLIC_URL).create(await creationOptions(ann)), 'Key')
  expect(second.body.data.recovery_codes).toBeNull()
})

test('The first passkey ends the other sessions, which the password alone has opened; the next one ends none', async () => {
  const [ann, bystander] = [await it.signUp(), await it.signUp()]
  const others = [(await signInByPassword(ann)).body.token, (await signInByPassword(bystander)).body.token]
  const callers = [ann.token, ...others]
  const statuses = () => Promise.all(callers.map(async (token) => (await it.call(api.readProfile, { token })).status))
  const device = softwareAuthenticator(PUBLIC_URL)
  await add(ann, device.create(await creationOptions(ann)))
  expect(await statuses()).toEqual([200, 401, 200])
  const { events } = (await it.call(api.listSecurityEvents, { token: ann.token })).body.data
  expect(events.map(({ kind }) => kind)).toContain('session_revoked')
  const mails = async () =>
    (await readMails(it.db, ann.email)).filter(({ kind }) => kind === 'second_factor_changed').map(({ text }) => text)
  const signedOut = 'Every other session was signed out. Your scheduled bids stay as they are.'
  expect(await mails()).toEqual([expect.stringContaining(signedOut)])

  clock.stepWall(1000)
  callers.push((await logInWith(device.get(await signInOptions()))).body.token)
  await add(ann, softwareAuthenticator(PUBLIC_URL).create(await creationOptions(ann)), 'Key')
  expect(await statuses()).toEqual([200, 401, 200, 200])
  expect(await mails()).toEqual([expect.stringContaining(signedOut), expect.not.stringContaining(signedOut)])
})

test.each<[string, Parameters<ReturnType<typeof softwareAuthenticator>['get']>[1]]>([
  ['another origin', { origin: 'https://bids.example.evil.test' }],
  ['another site', { rpId: 'evil.test' }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['no check of the user', { userVerified: false }],
  ['another user', { userHandle: 'somebody' }],
])('A passkey that answers for %s does not sign in', async (_, answer) => {
  const ann = await withPasskey()
  const { status, failure } = await logInWith(ann.device.get(await signInOptions(), answer))
  expect([status, failure.success]).toEqual([401, false])
  expect((await logInWith(ann.device.get(await signInOptions()))).status).toBe(200)
})

test('An answer is accepted once, for ten minutes, and only for the purpose that was asked for', async () => {
  const ann = await withPasskey()
  const answer = ann.device.get(await signInOptions())
  expect((await logInWith(answer)).status).toBe(200)
  expect((await logInWith(answer)).failure.code).toBe('challenge_expired')

  const late = ann.device.get(await signInOptions())
  clock.stepWall(challengeMs)
  expect((await logInWith(late)).failure.code).toBe('challenge_expired')

  const { token } = (await logInWith(ann.device.get(await signInOptions()))).body
  const { options } = (await it.call(api.beginPasskeyProof, { token })).body.data
  expect((await logInWith(ann.device.get(options))).failure.code).toBe('challenge_expired')
})

test('Asking for challenges adds no row, and a session has one challenge of each kind at a time', async () => {
  const [ann, bystander] = [await withPasskey(), await withPasskey()]
  const rows = () => it.db.selectFrom('identity_challenges').selectAll().execute()
  const before = await rows()
  for (let asked = 0; asked < 20; asked += 1) await signInOptions()
  expect(await rows()).toEqual(before)
  const theirs = (await it.call(api.beginPasskeyProof, { token: bystander.token })).body.data.options
  for (let asked = 0; asked < 20; asked += 1) await it.call(api.beginPasskeyProof, { token: ann.token })
  expect(await rows()).toHaveLength(before.length + 2)
  const body = { method: 'passkey', passkey: bystander.device.get(theirs) } as const
  expect((await it.call(api.proveIdentity, { token: bystander.token, body })).status).toBe(200)
})

test('Of concurrent uses of one answer exactly one signs in', async () => {
  const ann = await withPasskey()
  const answer = ann.device.get(await signInOptions())
  const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(answer)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('A passkey whose counter goes backwards is refused as a copy', async () => {
  const [ann, bystander] = [await withPasskey(), await withPasskey()]
  ann.device.countFrom(10)
  expect((await logInWith(ann.device.get(await signInOptions()))).status).toBe(200)
  ann.device.countFrom(4)
  const copied = await logInWith(ann.device.get(await signInOptions()))
  expect([copied.status, copied.failure.message]).toEqual([
    401,
    'That passkey was not accepted. Please try again, or sign in another way.',
  ])
  expect((await logInWith(bystander.device.get(await signInOptions()))).status).toBe(200)
})

test('A passkey that was made for another origin or challenge, or without a check of the user, is not kept', async () => {
  const [ann, bob] = [await it.signUp(), await it.signUp()]
  const device = softwareAuthenticator(PUBLIC_URL)
  const options = await creationOptions(ann)
  for (const answer of [{ origin: 'https://evil.test' }, { userVerified: false }, { rpId: 'evil.test' }]) {
    expect((await add(ann, device.create(options, answer))).status).toBe(422)
  }
  const forBob = device.create(await creationOptions(bob))
  expect((await add(ann, forBob)).status).toBe(409)
  expect((await statusOf(ann)).passkeys).toEqual([])
  expect((await add(ann, device.create(options))).status).toBe(200)
  expect((await add(ann, device.create(options))).status).toBe(409)
})

test('Passkeys are listed, renamed and removed by their owner alone', async () => {
  const [ann, bob] = [await withPasskey(), await withPasskey()]
  const params = { id: ann.passkey.id }
  const rename = ({ token }: Person, name: string) => it.call(api.renamePasskey, { token, params, body: { name } })
  expect((await rename(bob, 'mine now')).status).toBe(404)
  expect((await rename(ann, '  ')).failure.message).toBe('Give the passkey a name, such as "My phone"')
  expect((await rename(ann, ' Blue key ')).body.data.passkey.name).toBe('Blue key')
  expect((await it.call(api.removePasskey, { token: bob.token, params })).status).toBe(404)
  expect((await it.call(api.removePasskey, { token: ann.token, params })).status).toBe(200)

  expect(await statusOf(ann)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  expect((await logInWith(ann.device.get(await signInOptions()))).status).toBe(401)
  expect((await signInByPassword(ann)).status).toBe(200)
  expect((await statusOf(bob)).passkeys.map(({ name }) => name)).toEqual(['My phone'])
})

test('An account keeps a limited number of passkeys', async () => {
  const ann = await withPasskey()
  const copies = Array.from({ length: maxPasskeys - 1 }, (_, index) => ({
    account_id: ann.accountId,
    credential_id: `copy-${index}`,
    public_key: Buffer.of(1),
    signature_count: 0,
    transports: [],
    name: 'Copy',
    created_at: new Date(clock.now()),
  }))
  await it.db.insertInto('passkeys').values(copies).execute()
  expect((await it.call(api.beginPasskey, { token: ann.token })).failure.message).toBe(
    'You have as many passkeys as Bidwell keeps. Remove one first.',
  )
})

test("A passkey proves the identity in the session that asked, and in no other of the account's", async () => {
  const ann = await withPasskey()
  const signIn = async () => (await logInWith(ann.device.get(await signInOptions()))).body.token
  const [asking, other] = [await signIn(), await signIn()]
  clock.stepWall(SESSION.proofMs - 1)
  const { options } = (await it.call(api.beginPasskeyProof, { token: asking })).body.data
  const prove = (token: string, passkey: PasskeyAssertion) =>
    it.call(api.proveIdentity, { token, body: { method: 'passkey', passkey } })
  expect((await prove(other, ann.device.get(options))).status).toBe(401)
  expect((await prove(asking, ann.device.get(options))).status).toBe(200)
  const renewed = async (token: string) => (await it.call(api.refreshToken, { body: { token } })).body.token
  clock.stepWall(2)
  expect((await it.call(api.renewRecoveryCodes, { token: await renewed(asking) })).status).toBe(200)
  expect((await it.call(api.renewRecoveryCodes, { token: await renewed(other) })).failure.code).toBe('proof_needed')
})

test('Twenty passkeys of one network that are refused are recorded; a right one still signs in', async () => {
  await using own = await startTestApi({ clock })
  const ann = await own.signUp()
  const device = softwareAuthenticator(PUBLIC_URL)
  const { options } = (await own.call(api.beginPasskey, { token: ann.token })).body.data
  const body = { name: 'Phone', passkey: device.create(options) }
  expect((await own.call(api.addPasskey, { token: ann.token, body })).status).toBe(200)
  const challenge = (await own.call(api.beginPasskeySignIn, { body: {} })).body.data.options
  const signIn = (passkey: PasskeyAssertion) => own.call(api.passkeySignIn, { body: { passkey } })
  const statuses: number[] = []
  for (let tries = 0; tries < 22; tries += 1) {
    statuses.push((await signIn(device.get(challenge, { userVerified: false }))).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429])
  const recorded = own.db.selectFrom('security_events').select('id').where('outcome', '=', 'failed')
  expect(await recorded.execute()).toHaveLength(20)
  device.countFrom(10)
  expect((await signIn(device.get(challenge))).status).toBe(200)
  // The owner is told of a copy all the same.
  device.countFrom(4)
  const { options: again } = (await own.call(api.beginPasskeySignIn, { body: {} })).body.data
  expect((await signIn(device.get(again))).status).toBe(401)
  expect((await readMails(own.db, ann.email)).map(({ kind }) => kind)).toContain('passkey_copied')
})

test.each([
  ['https://bids.example/app', { id: 'bids.example', origin: 'https://bids.example' }],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://192.168.1.20:3000', null],
])('Passkeys of an installation at %s belong to %j', (publicUrl, expected) => {
  expect(relyingPartyOf(publicUrl)).toEqual(expected)
})
