import { randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration, type ApiCtx, type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { followEvents } from '../../../test/follow-events.ts'
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from '../../../test/google-issuer.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { endSubscription, NOON, PLANS, subscribe } from '../../../test/planning.ts'
import { settableClock } from '../../../test/settable-clock.ts'
import { planRoutes } from '../../plans/routes.ts'
import { googleRoutes } from '../google/routes.ts'
import { trialRoutes } from './routes.ts'

const clock = settableClock(NOON)
const issuing = startGoogleIssuer()
let issuer: GoogleIssuer
/** It asks for a verified address. */
let server: TestApi
beforeAll(async () => {
  issuer = await issuing
  server = await startTestApi({ plans: PLANS, trialOnSignUp: true, requiresVerifiedEmail: true, clock, routes })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

function routes(ctx: ApiCtx) {
  const google = { clientId: CLIENT_ID, jwksUrl: issuer.url, scriptUrl: 'https://accounts.google.com/gsi/client' }
  return [
    ...trialRoutes(ctx),
    ...planRoutes({ ...ctx, sendsSms: true }, true),
    ...googleRoutes(ctx, google, ctx.sessionKeys),
  ]
}

const { tokenFor, resetTokenFor, verify, verifyWith, reset, aVerifiedPerson } = mailedLinks(() => server)

const tierOf = async (token: string) => (await server.call(api.readProfile, { token })).body.subscription_tier
const trialOf = async ({ token }: Pick<Person, 'token'>) =>
  (await server.call(api.readTrialStatus, { token })).body.data.trial_expires
const clickMailOf = async ({ email, token }: Person) => verify(await tokenFor(email, 'verify-email'), token)

/** Opens an account with a Google account, and returns its profile. `hd` names the organization whose mail Google hosts. */
async function signUpWithGoogle({ call }: Pick<TestApi, 'call'>, email: string, hd?: string) {
  const iat = NOON / 1_000
  const claims = { iss: 'https://accounts.google.com', aud: CLIENT_ID, azp: CLIENT_ID, iat, exp: iat + 3_600 }
  const nonce = (await call(api.readGoogleSettings)).body.data?.nonce
  const user = { sub: randomUUID(), email, email_verified: true, hd, nonce }
  const arrived = await call(api.googleAuth, { body: { token: await issuer.sign({ ...claims, ...user }) } })
  const accepted = { token: arrived.body.token, termsVersion: 'v1.0', privacyVersion: 'v1.0' }
  return (await call(api.completeGoogleAuth, { body: accepted })).body.data.profile
}

test('With plans, whoever registers has the trial at once, once per person', async () => {
  await using open = await startTestApi({ plans: PLANS, trialOnSignUp: true, clock, routes })
  const tierAfter = async (email: string) =>
    (await open.call(api.register, { body: aRegistration({ email }) })).body.data.profile.subscription_tier
  expect(await tierAfter('ann@example.com')).toBe('trial')
  expect(await tierAfter('ann+2@example.com')).toBe('free')
  expect(await tierAfter('bob@example.com')).toBe('trial')
  expect((await signUpWithGoogle(open, 'carol@example.com')).subscription_tier).toBe('trial')
})

test('Where the address has to be verified, the trial begins with the verification, and the browser is told', async () => {
  expect((await server.call(api.readPricing)).body.data.needs_verified_email).toBe(true)
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  expect(await tierOf(ann.token)).toBe('free')
  await using browser = await followEvents(server.url, ann.token)
  expect((await clickMailOf(ann)).status).toBe(200)
  expect(await tierOf(ann.token)).toBe('trial')
  await browser.next(({ type }) => type === 'plan_changed')
  // Asking for it then says when it ends.
  const asked = await server.call(api.startTrial, { token: ann.token })
  expect([asked.status, asked.body.data.trial_expires]).toEqual([200, await trialOf(ann)])
  expect([await tierOf(bystander.token), await trialOf(bystander)]).toEqual(['free', null])
})

test('Every way that proves the address begins the trial: a new password, a reset, a change of address, and Google', async () => {
  const [ann, bob, carol] = [await server.signUp(), await server.signUp(), await server.signUp()]
  const { body } = await verifyWith(await tokenFor(ann.email, 'verify-email'))
  expect(body.data.profile.subscription_tier).toBe('trial')

  expect((await reset(await resetTokenFor(bob))).status).toBe(200)
  expect(await tierOf(await server.signIn({ ...bob, password: NEW_PASSWORD }))).toBe('trial')

  const email = `${randomUUID()}@example.com`
  await server.call(api.changeEmail, { token: carol.token, body: { email } })
  expect((await verify(await tokenFor(email, 'confirm-new-email'), carol.token)).status).toBe(200)
  expect(await tierOf(carol.token)).toBe('trial')

  const dora = await server.signUp()
  const tiers = [
    await signUpWithGoogle(server, `${randomUUID()}@example.com`),
    await signUpWithGoogle(server, `${randomUUID()}@example.com`, 'example.com'),
    await signUpWithGoogle(server, dora.email, 'example.com'),
  ].map(({ subscription_tier }) => subscription_tier)
  expect(tiers).toEqual(['free', 'trial', 'trial'])
})

test('A verification begins no trial of a person, or an account, that had one, after a plan, or when it is not the first', async () => {
  const ann = await aVerifiedPerson()
  const ends = await trialOf(ann)
  const again = await server.signUp(ann.email.replace('@', '+again@'))
  expect((await clickMailOf(again)).status).toBe(200)
  expect(await trialOf(again)).toBeNull()

  const email = `${randomUUID()}@example.com`
  await server.call(api.changeEmail, { token: ann.token, body: { email } })
  expect((await verify(await tokenFor(email, 'confirm-new-email'), ann.token)).status).toBe(200)
  expect(await trialOf(ann)).toBe(ends)

  const old = await server.signUp()
  await server.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(NOON) })
    .where('id', '=', old.accountId)
    .execute()
  expect((await reset(await resetTokenFor(old))).status).toBe(200)
  expect(await trialOf({ token: await server.signIn({ ...old, password: NEW_PASSWORD }) })).toBeNull()

  const [buyer, former] = [await server.signUp(), await server.signUp()]
  for (const { accountId } of [buyer, former]) {
    await subscribe(server.db, { accountId, plan: 'two', startedAt: NOON })
  }
  await endSubscription(server.db, former.accountId)
  for (const person of [buyer, former]) {
    expect((await clickMailOf(person)).status).toBe(200)
    expect(await trialOf(person)).toBeNull()
  }
})
