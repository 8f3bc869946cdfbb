import { api, messages } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_URL } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { readMails } from '../../../test/read-mails.ts'
import { softwareAuthenticator } from '../../../test/software-authenticator.ts'

/* An address may be registered by a stranger. Its owner reads the mails, and opens the links in another browser. */

let it: Bidding
beforeAll(async () => {
  it = await startBidding()
})
afterAll(() => it[Symbol.asyncDispose]())

const call: Bidding['api']['call'] = (...args) => it.api.call(...args)
const { tokenFor, resetTokenFor, reset, verify, verifyWith, canSignIn, isSignedIn } = mailedLinks(() => it.api)
const isVerified = async (token: string) => (await call(api.readProfile, { token })).body.data.email_verified
const bidStatus = async (id: number) =>
  (await it.db.selectFrom('bids').select('status').where('id', '=', id).executeTakeFirst())?.status
const hasSiteLogin = async (token: string) =>
  (await call(api.readCredentialsStatus, { token })).body.data.hasCredentials

test('A verification link that is clicked outside of the session that registered verifies nothing and is not used up', async () => {
  const [ann, bystander] = [await it.api.signUp(), await it.api.signUp()]
  const link = await tokenFor(ann.email, 'verify-email')
  for (const session of [undefined, bystander.token, await it.api.signIn(ann)]) {
    const { status, failure } = await verify(link, session)
    expect([status, failure.code]).toEqual([403, 'new_password_needed'])
  }
  expect([await isVerified(ann.token), await isVerified(bystander.token)]).toEqual([false, false])
  expect((await verify(link, ann.token)).status).toBe(200)
  expect([await isVerified(ann.token), await isVerified(bystander.token)]).toEqual([true, false])
})

test('A link that is sent again still confirms only for the session that registered', async () => {
  const ann = await it.api.signUp()
  await call(api.resendVerification, { body: { email: ann.email } })
  const link = await tokenFor(ann.email, 'verify-email')
  expect((await verify(link, await it.api.signIn(ann))).failure.code).toBe('new_password_needed')
  expect((await verify(link, ann.token)).status).toBe(200)
})

const SETTINGS = {
  bidding_paused_at: new Date(1_000),
  default_seconds_before_end: 180,
  day_limit_cents: 100,
  week_limit_cents: 100,
  month_limit_cents: 100,
  tax_millionths: 90_000,
  tax_on: 'all',
  quote_margin_percent: 50,
  alert_choices: {},
  urgent_wakes: false,
  zone: 'Europe/Berlin',
  quiet_from: '22:00',
  quiet_to: '07:00',
  ending_soon_minutes: 60,
} as const
const settingsOf = async (accountId: number) => ({
  account: await it.db
    .selectFrom('accounts')
    .select(Object.keys(SETTINGS) as (keyof typeof SETTINGS)[])
    .where('id', '=', accountId)
    .executeTakeFirst(),
  muted: await it.db
    .selectFrom('tracked_auctions')
    .select('alerts_muted_until')
    .where('account_id', '=', accountId)
    .where('alerts_muted_until', 'is not', null)
    .execute(),
})

/** An account that a stranger has registered and filled: each way in, a site login, a telephone number, a webhook, a calendar's address, settings and a bid. */
async function strangersAccount() {
  const { person, bid } = await it.scheduledBid()
  const { token, accountId } = person
  const device = softwareAuthenticator(PUBLIC_URL)
  const begun = await call(api.beginPasskey, { token })
  await call(api.addPasskey, { token, body: { name: 'Key', passkey: device.create(begun.body.data.options) } })
  const { secret } = (await call(api.beginTotp, { token })).body.data
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  expect((await call(api.confirmTotp, { token, body: { code } })).status).toBe(200)
  await it.db
    .updateTable('accounts')
    .set({ phone_number: '5551234567', sms_opt_in: true, ...SETTINGS, alert_choices: JSON.stringify({ won: [] }) })
    .where('id', '=', accountId)
    .execute()
  const place = { channel: 'webhook', address: 'https://stranger.example/', label: 'Mine' } as const
  await it.db
    .insertInto('destinations')
    .values({ account_id: accountId, ...place })
    .execute()
  await it.db
    .updateTable('tracked_auctions')
    .set({ alerts_muted_until: new Date(9e12) })
    .where('id', '=', bid.tracked_auction_id)
    .execute()
  return { ...person, bid, passkeySignsIn: () => signInWithPasskey(device), readCalendar: await startCalendar(token) }
}

/** Makes a calendar's address, and returns a function that reads it. */
async function startCalendar(token: string) {
  const { address } = (await call(api.startCalendar, { token, body: { shows_maxima: true } })).body.data
  return async () => (await fetch(it.api.url + new URL(address).pathname)).status
}

async function signInWithPasskey(device: ReturnType<typeof softwareAuthenticator>) {
  const asked = await call(api.beginPasskeySignIn, { body: {} })
  const passkey = device.get(asked.body.data.options)
  return (await call(api.passkeySignIn, { body: { passkey } })).status === 200
}

const WAYS: [how: string, claim: (email: string) => Promise<{ status: number }>][] = [
  ['verifies it with a new password', async (email) => verifyWith(await tokenFor(email, 'verify-email'))],
  ['resets its password', async (email) => reset(await resetTokenFor({ email }))],
]

test.each(WAYS)('The owner of an address who %s keeps nothing of the stranger who registered it', async (_, claim) => {
  const [stranger, bystander] = [await strangersAccount(), await it.scheduledBid()]
  const readBystanders = await startCalendar(bystander.person.token)
  expect([await stranger.passkeySignsIn(), await stranger.readCalendar()]).toEqual([true, 200])
  expect((await claim(stranger.email)).status).toBe(200)

  expect(await isSignedIn(stranger.token)).toBe(false)
  expect([await stranger.passkeySignsIn(), await stranger.readCalendar()]).toEqual([false, 404])
  expect(await canSignIn(stranger.email, stranger.password)).toBe(false)
  const { status, body } = await call(api.signIn, { body: { email: stranger.email, password: NEW_PASSWORD } })
  expect([status, body.data.profile]).toMatchObject([
    200,
    { email_verified: true, phone_number: null, sms_opt_in: false },
  ])
  expect(await hasSiteLogin(body.token)).toBe(false)
  const places = it.db.selectFrom('destinations').select('channel').where('account_id', '=', stranger.accountId)
  expect(await places.execute()).toEqual([{ channel: 'email' }])
  expect(await bidStatus(stranger.bid.id)).toBe('cancelled')
  expect(await settingsOf(stranger.accountId)).toEqual(await settingsOf((await it.api.signUp()).accountId))

  expect([await bidStatus(bystander.bid.id), await hasSiteLogin(bystander.person.token)]).toEqual(['pending', true])
  expect([await isSignedIn(bystander.person.token), await readBystanders()]).toEqual([true, 200])
})

test('The mail about a password that was reset says whether the bids stay', async () => {
  const [stranger, ann] = [await strangersAccount(), await it.api.signUp()]
  await verify(await tokenFor(ann.email, 'verify-email'), ann.token)
  for (const { email } of [stranger, ann]) await reset(await resetTokenFor({ email }))
  const changed = async (email: string) =>
    (await readMails(it.db, email)).find(({ kind }) => kind === 'password_changed')?.text
  expect(await changed(stranger.email)).toMatch(/scheduled bids that were added in another\s+browser are removed/)
  expect(await changed(ann.email)).toContain('Your scheduled bids stay as they are.')
})

test('Verifying with a new password signs in, and the link then works no more', async () => {
  const stranger = await it.api.signUp()
  const link = await tokenFor(stranger.email, 'verify-email')
  const weak = await verifyWith(link, 'password1')
  expect([weak.status, weak.failure.details?.map(({ path }) => path)]).toEqual([422, ['password']])
  expect(await isSignedIn(stranger.token)).toBe(true)

  const { status, body } = await verifyWith(link)
  expect([status, body.message]).toEqual([200, messages.mailLink.verified])
  expect(await isVerified(body.token)).toBe(true)
  expect((await verifyWith(link, 'a third horse 9!')).failure.code).toBe('link_invalid')
  expect(await canSignIn(stranger.email, NEW_PASSWORD)).toBe(true)
})

test('In a browser that the account has been used in, a new password leaves its site login and its bids', async () => {
  const headers = { cookie: `__Host-device=${'k'.repeat(43)}` }
  const { person, bid } = await it.scheduledBid()
  const { email, password } = person
  const known = await call(api.signIn, { body: { email, password }, headers })
  const device = known.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = { token: await tokenFor(email, 'verify-email'), password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  const verified = await call(api.verifyWithPassword, { body, headers: { cookie: device } })
  expect(verified.status).toBe(200)
  expect([await isSignedIn(person.token), await isSignedIn(known.body.token)]).toEqual([false, false])
  expect([await bidStatus(bid.id), await hasSiteLogin(verified.body.token)]).toEqual(['pending', true])
})

test('A link that moves an account works only in the session that asked for it', async () => {
  const [ann, bystander] = [await it.api.signUp(), await it.api.signUp()]
  const email = `moved-${ann.email}`
  expect((await call(api.changeEmail, { token: ann.token, body: { email } })).status).toBe(200)
  const link = await tokenFor(email, 'confirm-new-email')
  for (const session of [undefined, bystander.token, await it.api.signIn(ann)]) {
    const { status, failure } = await verify(link, session)
    expect([status, failure.message]).toEqual([403, messages.mailLink.otherSession])
  }
  expect((await verifyWith(link)).failure.code).toBe('link_invalid')
  expect((await call(api.readProfile, { token: ann.token })).body.data.email).toBe(ann.email)
  expect((await verify(link, ann.token)).status).toBe(200)
  expect((await call(api.readProfile, { token: ann.token })).body.data.email).toBe(email)
})
