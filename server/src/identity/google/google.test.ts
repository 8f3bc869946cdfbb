import { randomUUID } from 'node:crypto'
import { api, messages } from '@bidwell/contract'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from '../../../test/google-issuer.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { readMails } from '../../../test/read-mails.ts'
import { googleRoutes } from './routes.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const MINUTE_MS = 60_000
const VERSIONS = { termsVersion: 'v1.0', privacyVersion: 'v1.0' }

const clock = manualClock(NOON)
let issuer: GoogleIssuer
let server: TestApi
beforeAll(async () => {
  issuer = await startGoogleIssuer()
  server = await startTestApi({ clock, routes: (ctx) => googleRoutes(ctx, settingsOf(issuer), ctx.sessionKeys) })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

const settingsOf = ({ url }: GoogleIssuer) => ({
  clientId: CLIENT_ID,
  jwksUrl: url,
  scriptUrl: 'https://accounts.google.com/gsi/client',
})

async function nonce(): Promise<string> {
  const { body } = await server.call(api.readGoogleSettings)
  return body.data?.nonce ?? ''
}

type GoogleUser = { sub: string; email: string }
const newUser = (): GoogleUser => ({ sub: randomUUID(), email: `${randomUUID()}@example.com` })

/** The claims of a token that Google would issue now. */
async function claimsFor(user: GoogleUser, change: Record<string, unknown> = {}) {
  const now = Math.floor(clock.now() / 1_000)
  const standard = { iss: 'https://accounts.google.com', aud: CLIENT_ID, azp: CLIENT_ID, iat: now, exp: now + 3_600 }
  // Google hosts the addresses of an organization.
  return { ...standard, ...user, email_verified: true, hd: 'example.com', nonce: await nonce(), ...change }
}

const arrive = async (user: GoogleUser, change: Record<string, unknown> = {}) =>
  server.call(api.googleAuth, { body: { token: await issuer.sign(await claimsFor(user, change)) } })

const complete = (token: string) => server.call(api.completeGoogleAuth, { body: { token, ...VERSIONS } })

/** Opens an account with a Google account. */
async function signUpWithGoogle(user = newUser()) {
  const waiting = await arrive(user)
  const { body } = await complete(waiting.body.token)
  return { ...user, token: body.token, accountId: body.data.profile.id }
}

async function verifyAddress(email: string) {
  await server.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(NOON) })
    .where('email', '=', email)
    .execute()
}

const statusOf = async (token: string) => (await server.call(api.readProfile, { token })).status

test('A new Google account opens an account once its owner has accepted the terms', async () => {
  const user = newUser()
  const waiting = await arrive(user)
  expect(waiting.status).toBe(200)
  expect(waiting.body).toMatchObject({
    message: 'Please accept our Terms & Conditions to complete your Google sign-in.',
    needsTermsAcceptance: true,
    user: { email: user.email, needsTermsAcceptance: true },
    data: { profile: null },
  })
  const accounts = () => server.db.selectFrom('accounts').select('id').where('email', '=', user.email).execute()
  expect(await accounts()).toEqual([])
  // The token of a waiting sign-in opens nothing.
  expect(await statusOf(waiting.body.token)).toBe(401)
  expect((await server.call(api.refreshToken, { body: { token: waiting.body.token } })).status).toBe(401)

  const { status, body } = await complete(waiting.body.token)
  expect([status, body.message]).toEqual([200, 'Successfully signed in with Google'])
  expect(body.data.profile).toMatchObject({ email: user.email, email_verified: true, auth_provider: 'google' })
  expect(await statusOf(body.token)).toBe(200)
  expect(await accounts()).toHaveLength(1)
})

test('A known Google account signs in at once, also after its e-mail has changed at Google', async () => {
  const ann = await signUpWithGoogle()
  const bob = await signUpWithGoogle()
  const { body } = await arrive({ sub: ann.sub, email: 'another@example.com' })
  expect(body).toMatchObject({
    needsTermsAcceptance: false,
    data: { profile: { id: ann.accountId, email: ann.email } },
  })
  expect(await statusOf(body.token)).toBe(200)
  // Whoever has the e-mail now, without the account at Google, is somebody else.
  const stranger = await arrive({ sub: randomUUID(), email: 'another@example.com' })
  expect(stranger.body).toMatchObject({ needsTermsAcceptance: true })
  expect(await statusOf(bob.token)).toBe(200)
})

test('The issuer without https is the same issuer', async () => {
  const ann = await signUpWithGoogle()
  const { body } = await arrive(ann, { iss: 'accounts.google.com' })
  expect(body.data.profile?.id).toBe(ann.accountId)
})

test('An account with the same verified e-mail is linked: password and sessions stay', async () => {
  const ann = await server.signUp()
  await verifyAddress(ann.email)
  const { body } = await arrive({ sub: randomUUID(), email: ann.email.toUpperCase() })
  expect(body).toMatchObject({ needsTermsAcceptance: false, data: { profile: { id: ann.accountId } } })
  expect([await statusOf(ann.token), await statusOf(await server.signIn(ann))]).toEqual([200, 200])
  // The owner learns of the new way in.
  expect((await readMails(server.db, ann.email)).map(({ kind }) => kind)).toContain('google_linked')
  const events = server.db.selectFrom('security_events').select('outcome').where('kind', '=', 'google_linked')
  expect(await events.where('account_id', '=', ann.accountId).execute()).toEqual([{ outcome: 'ok' }])
})

/** A passkey that signs in: its key is not the subject here. */
const addPasskey = (account_id: number) =>
  server.db
    .insertInto('passkeys')
    .values({
      account_id,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(1),
      signature_count: 0,
      transports: [],
      name: 'A key',
      created_at: new Date(NOON),
    })
    .execute()

const passkeysOf = async (accountId: number) =>
  (await server.db.selectFrom('passkeys').select('id').where('account_id', '=', accountId).execute()).length

test('An account that has the e-mail unverified loses every way in before it is linked', async () => {
  const hijacker = await server.signUp()
  const bystander = await server.signUp()
  await server.db
    .updateTable('accounts')
    .set({ phone_number: '5551234567', sms_opt_in: true })
    .where('id', '=', hijacker.accountId)
    .execute()
  await addPasskey(hijacker.accountId)
  await addPasskey(bystander.accountId)
  const waiting = await arrive({ sub: randomUUID(), email: hijacker.email })
  expect(waiting.body.needsTermsAcceptance).toBe(true)
  expect([await passkeysOf(hijacker.accountId), await passkeysOf(bystander.accountId)]).toEqual([0, 1])
  // From the moment of the arrival, and whether or not the terms are accepted.
  expect(await statusOf(hijacker.token)).toBe(401)
  expect((await server.call(api.signIn, { body: { email: hijacker.email, password: hijacker.password } })).status).toBe(
    401,
  )

  const { body } = await complete(waiting.body.token)
  expect(body.data.profile).toMatchObject({
    id: hijacker.accountId,
    email_verified: true,
    auth_provider: 'google',
    phone_number: null,
    sms_opt_in: false,
  })
  expect([await statusOf(body.token), await statusOf(hijacker.token)]).toEqual([200, 401])
  expect((await server.call(api.signIn, { body: { email: hijacker.email, password: hijacker.password } })).status).toBe(
    401,
  )
  // Asked for the passkey: the password was right.
  const stillIn = await server.call(api.signIn, { body: { email: bystander.email, password: bystander.password } })
  expect([await statusOf(bystander.token), stillIn.failure.code]).toEqual([200, 'second_factor_required'])
})

test.each<[what: string, domain: string, hd: string | undefined, status: number]>([
  ['an address of a domain that is not at Google', 'firm.example', undefined, 403],
  ['an address of another domain than its organization', 'firm.example', 'example.com', 403],
  ['an address of its organization', 'firm.example', 'Firm.Example', 200],
  ['an address at Gmail', 'gmail.com', undefined, 200],
  ['an address at Googlemail', 'googlemail.com', undefined, 200],
])(
  'A Google account with %s signs in to an account with that address only if Google hosts it',
  async (_, domain, hd, expected) => {
    const ann = await server.signUp(`${randomUUID()}@${domain}`)
    await verifyAddress(ann.email)
    const stranger = { sub: randomUUID(), email: ann.email }
    const { status, failure } = await arrive(stranger, { hd })
    expect(status).toBe(expected)
    if (status === 200) return
    expect([failure.code, failure.message]).toEqual(['google_link_needed', messages.google.linkNeeded])
    const failed = server.db.selectFrom('security_events').select('detail').where('outcome', '=', 'failed')
    expect(await failed.where('account_id', '=', ann.accountId).execute()).toEqual([{ detail: { provider: 'google' } }])
  },
)

test('A Google account whose address Google does not host leaves an unverified account with that address alone', async () => {
  const ann = await server.signUp()
  const { failure } = await arrive({ sub: randomUUID(), email: ann.email }, { hd: undefined })
  expect([failure.code, await statusOf(ann.token)]).toEqual(['google_link_needed', 200])
})

test('The owner of an account connects the Google account with its address, which then signs in', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const user = { sub: randomUUID(), email: ann.email }
  const link = async (token: string, as = user) =>
    server.call(api.linkGoogle, { token, body: { token: await issuer.sign(await claimsFor(as, { hd: undefined })) } })
  const isLinked = async (token: string) => (await server.call(api.readSecondFactor, { token })).body.data.google_linked
  expect((await link(bob.token)).failure.message).toBe(messages.google.otherAddress)
  expect((await link(ann.token)).status).toBe(200)
  expect([await isLinked(ann.token), await isLinked(bob.token)]).toEqual([true, false])
  expect((await arrive(user, { hd: undefined })).body.data.profile?.id).toBe(ann.accountId)
  expect((await link(ann.token, { ...user, sub: randomUUID() })).failure.message).toBe(messages.google.linkedAlready)
  expect((await readMails(server.db, ann.email)).map(({ kind }) => kind)).toContain('google_linked')
})

test('An account that Google opens with an address that it does not host is verified by a mailed link', async () => {
  const user = newUser()
  const waiting = await arrive(user, { hd: undefined })
  const { body } = await complete(waiting.body.token)
  expect(body.data.profile).toMatchObject({ email: user.email, email_verified: false, auth_provider: 'google' })
  const token = (await readMails(server.db, user.email)).find(({ kind }) => kind === 'verify-email')?.token ?? ''
  expect((await server.call(api.verifyEmail, { query: { token } })).failure.code).toBe('new_password_needed')
  expect((await server.call(api.verifyEmail, { token: body.token, query: { token } })).status).toBe(200)
})

test('After Google, an account with a second factor is asked for it, and the Google account alone proves nothing', async () => {
  const ann = await signUpWithGoogle()
  await addPasskey(ann.accountId)
  const { status, failure } = await arrive(ann)
  expect([status, failure.code, failure.second_factor?.methods]).toEqual([401, 'second_factor_required', ['passkey']])
  const proof = { token: await issuer.sign(await claimsFor(ann)) }
  expect((await server.call(api.proveWithGoogle, { token: ann.token, body: proof })).failure.code).toBe(
    'second_factor_failed',
  )
})

test('A second Google account with the e-mail of a linked account does not get in', async () => {
  const ann = await signUpWithGoogle()
  const { status, failure } = await arrive({ sub: randomUUID(), email: ann.email })
  expect([status, failure.message]).toEqual([401, 'Google login failed'])
  expect(await statusOf(ann.token)).toBe(200)
  // The owner can see the attempt.
  const failed = server.db.selectFrom('security_events').select(['kind', 'detail']).where('outcome', '=', 'failed')
  expect(await failed.where('account_id', '=', ann.accountId).execute()).toEqual([
    { kind: 'signed_in', detail: { provider: 'google' } },
  ])
})

test.each<[what: string, change: Record<string, unknown>]>([
  ['another audience', { aud: 'somebody-else.apps.googleusercontent.com' }],
  ['several audiences', { aud: [CLIENT_ID, 'somebody-else.apps.googleusercontent.com'] }],
  ['another issuer', { iss: 'https://accounts.google.com.example.com' }],
  ['an expiry in the past', { exp: NOON / 1_000 - 60 }],
  ['no expiry', { exp: undefined }],
  ['no nonce', { nonce: undefined }],
  ['a nonce of somebody else', { nonce: 'A'.repeat(51) }],
  ['an unverified e-mail', { email_verified: false }],
  ['an e-mail that is verified in words only', { email_verified: 'true' }],
  ['no e-mail', { email: undefined }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
])('A token with %s is refused', async (_, change) => {
  const ann = await signUpWithGoogle()
  const { status, headers, failure } = await arrive(ann, change)
  expect([status, failure]).toEqual([401, { success: false, code: 'login_failed', message: 'Google login failed' }])
  expect(headers.get('x-token-expired')).toBe('false')
  expect(await statusOf(ann.token)).toBe(200)
})

test('A token that another key signed, that nobody signed, or that names its own key is refused', async () => {
  const ann = await signUpWithGoogle()
  const { privateKey } = await generateKeyPair('RS256')
  const claims = await claimsFor(ann)
  const right = await issuer.sign(claims)
  const [head, body, signature = ''] = right.split('.')
  const publicKey = Buffer.from(JSON.stringify(issuer.publicJwk()))
  const tokens = [
    await issuer.sign(claims, { key: privateKey }),
    `${head}.${encoded({ ...claims, sub: 'another' })}.${signature}`,
    `${encoded({ alg: 'none' })}.${body}.`,
    `${encoded({ alg: 'none', kid: 'first' })}.${body}.${signature}`,
    await issuer.sign(claims, { key: await hmacKey(publicKey), header: { alg: 'HS256' } }),
    `${encoded({ alg: 'RS256', jwk: issuer.publicJwk() })}.${body}.${signature.slice(0, -4)}AAAA`,
    'not a token',
  ]
  for (const token of tokens) {
    const { status, failure } = await server.call(api.googleAuth, { body: { token } })
    expect([token, status, failure.code]).toEqual([token, 401, 'login_failed'])
  }
  // None of them has spent the nonce.
  expect((await server.call(api.googleAuth, { body: { token: right } })).body.data.profile?.id).toBe(ann.accountId)
})

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const hmacKey = (bytes: Buffer<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

test('A token signs in once, also when it arrives twenty times at once', async () => {
  const ann = await signUpWithGoogle()
  const token = await issuer.sign(await claimsFor(ann))
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await server.call(api.googleAuth, { body: { token } })).status),
  )
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter((status) => status === 401)).toHaveLength(19)
})

test('Two tokens with one nonce sign in once', async () => {
  const ann = await signUpWithGoogle()
  const shared = await nonce()
  expect((await arrive(ann, { nonce: shared })).status).toBe(200)
  expect((await arrive(ann, { nonce: shared })).status).toBe(401)
})

test('A nonce ends after an hour', async () => {
  const ann = await signUpWithGoogle()
  const early = await nonce()
  clock.stepWall(61 * MINUTE_MS)
  expect((await arrive(ann, { nonce: early })).status).toBe(401)
  expect((await arrive(ann)).status).toBe(200)
})

test('A sign-in that waits for the terms is completed once, within fifteen minutes, with the terms of today', async () => {
  const { token } = (await arrive(newUser())).body
  const outdated = await server.call(api.completeGoogleAuth, { body: { token, ...VERSIONS, termsVersion: 'v0.9' } })
  expect([outdated.status, outdated.failure.details]).toEqual([
    422,
    [{ path: 'termsVersion', message: messages.account.termsOutdated }],
  ])
  expect((await complete(token)).status).toBe(200)
  expect((await complete(token)).status).toBe(401)

  const late = (await arrive(newUser())).body.token
  clock.stepWall(16 * MINUTE_MS)
  expect((await complete(late)).status).toBe(401)
})

test('Neither a session token nor an ID token completes a sign-in', async () => {
  const ann = await signUpWithGoogle()
  const tokens = [ann.token, await issuer.sign(await claimsFor(newUser())), 'a.b.c']
  for (const token of tokens) expect((await complete(token)).status).toBe(401)
})

test('A Google account that nobody may write to is refused with the reason', async () => {
  const { status, failure } = await arrive({ sub: randomUUID(), email: "o'brien@example.com" })
  expect([status, failure.message]).toEqual([422, messages.google.emailUnusable])
})

test('The proof of identity takes the Google account that signs in to the account, and no other', async () => {
  const [ann, bob] = [await signUpWithGoogle(), await signUpWithGoogle()]
  const prove = async (user: GoogleUser) =>
    server.call(api.proveWithGoogle, { token: ann.token, body: { token: await issuer.sign(await claimsFor(user)) } })
  const provenAt = async () => {
    const sessions = server.db.selectFrom('sessions').select('proven_at').where('account_id', '=', ann.accountId)
    return (await sessions.executeTakeFirstOrThrow()).proven_at.getTime()
  }
  const before = await provenAt()
  clock.stepWall(MINUTE_MS)
  expect((await prove(bob)).failure).toMatchObject({ code: 'forbidden', message: messages.google.notYours })
  expect(await provenAt()).toBe(before)
  expect((await prove(ann)).status).toBe(200)
  expect(await provenAt()).toBe(before + MINUTE_MS)
  const proofs = server.db.selectFrom('security_events').select(['account_id', 'outcome', 'detail'])
  expect(await proofs.where('kind', '=', 'proved_identity').execute()).toEqual([
    { account_id: ann.accountId, outcome: 'ok', detail: { method: 'google' } },
  ])
})

test('Without a client id, the button has no settings, and the calls do not exist', async () => {
  await using own = await startTestApi({ routes: (ctx) => googleRoutes(ctx, null, ctx.sessionKeys) })
  expect((await own.call(api.readGoogleSettings)).body.data).toBeNull()
  expect((await own.call(api.googleAuth, { body: { token: 'a.b.c' } })).status).toBe(404)
  expect((await own.call(api.completeGoogleAuth, { body: { token: 'a.b.c', ...VERSIONS } })).status).toBe(404)
})
