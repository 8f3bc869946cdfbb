import { api, type Endpoint, SESSION } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answered, Person } from '../../../test/api.ts'
import { awaitBlocked } from '../../../test/await-blocked.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { readMails } from '../../../test/read-mails.ts'
import { lockAccount } from '../accounts/account-queries.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** The owner of a site login, a day limit and a bid, whose token a thief has long after the owner signed in. */
let owner: Person
let bidId: number
let bystander: Person
beforeEach(async () => {
  ;[owner, bystander] = [await limitedBidder(), await limitedBidder()]
  const { auctionId } = bidding.listItem({ startingPrice: 10 })
  await bidding.track(owner, auctionId)
  bidId = (await bidding.schedule(owner, auctionId, 60)).body.data.bid.id
  await forgetProof(owner)
  // A reset stops the bids of an address that nobody has verified.
  const { accountId } = owner
  await bidding.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(0) })
    .where('id', '=', accountId)
    .execute()
})

async function limitedBidder() {
  const person = await bidding.bidder()
  const { status } = await call(api.changeProfile, { token: person.token, body: { day_limit: 100 } })
  expect(status).toBe(200)
  return person
}

const call: Bidding['api']['call'] = (...args) => bidding.api.call(...args)

/** Lets more than fifteen minutes pass since the account proved who it is. */
async function forgetProof({ accountId }: Person) {
  const proven_at = new Date(Date.now() - SESSION.proofMs - 1_000)
  await bidding.db.updateTable('sessions').set({ proven_at }).where('account_id', '=', accountId).execute()
}

/** Everything that a thief would want to change, of the owner and of the bystander. */
async function everything() {
  const ids = [owner.accountId, bystander.accountId]
  const { db } = bidding
  return {
    accounts: await db.selectFrom('accounts').selectAll().where('id', 'in', ids).orderBy('id').execute(),
    logins: await db.selectFrom('connections').selectAll().where('account_id', 'in', ids).orderBy('id').execute(),
    bids: await db.selectFrom('bids').selectAll().where('account_id', 'in', ids).orderBy('id').execute(),
    apps: await db.selectFrom('totp_secrets').selectAll().where('account_id', 'in', ids).execute(),
    passkeys: await db.selectFrom('passkeys').selectAll().where('account_id', 'in', ids).execute(),
    codes: await db.selectFrom('recovery_codes').selectAll().where('account_id', 'in', ids).execute(),
  }
}

const provider = { provider: 'shopgoodwill' } as const
const password = 'a thief chose this one'

test.each<[string, (token: string) => Promise<Answered<Endpoint>>]>([
  ['the e-mail address', (token) => call(api.changeEmail, { token, body: { email: 'thief@example.com' } })],
  ['the password', (token) => call(api.changePassword, { token, body: { password, confirmPassword: password } })],
  [
    'the login at the site',
    (token) => call(api.storeCredentials, { token, params: provider, body: { username: 'thief', password } }),
  ],
  ['whether there is a login at the site', (token) => call(api.removeCredentials, { token, params: provider })],
  ['the day limit', (token) => call(api.changeProfile, { token, body: { day_limit: 100.01 } })],
  ['whether there is a day limit', (token) => call(api.changeProfile, { token, body: { day_limit: null } })],
  ['the authenticator app', (token) => call(api.beginTotp, { token })],
  ['whether a code is asked for', (token) => call(api.turnOffTotp, { token })],
  ['the recovery codes', (token) => call(api.renewRecoveryCodes, { token })],
  ['the passkeys', (token) => call(api.beginPasskey, { token })],
])('A stolen token cannot change %s', async (_, attempt) => {
  const before = await everything()
  const { status, failure } = await attempt(owner.token)
  expect([status, failure.code, failure.message]).toEqual([
    403,
    'proof_needed',
    'Please confirm that it is you before you change this.',
  ])
  expect(await everything()).toEqual(before)
})

test('A stolen token cannot raise a maximum beyond the day limit, or schedule another bid beyond it', async () => {
  const { auctionId } = bidding.listItem({ startingPrice: 10 })
  await bidding.track(owner, auctionId)
  const before = await everything()
  const raised = await call(api.changeBid, {
    token: owner.token,
    params: { id: bidId },
    body: { maxBid: 100.01, confirmMaxBid: 100.01 },
  })
  expect([raised.status, raised.failure.code]).toEqual([422, 'day_limit_reached'])
  const another = await bidding.schedule(owner, auctionId, 40.01)
  expect([another.status, another.failure.code]).toEqual([422, 'day_limit_reached'])
  expect(await everything()).toEqual(before)
})

test('A bid, a higher maximum and a deletion that a thief asks for while the password is reset come too late', async () => {
  const { auctionId } = bidding.listItem({ startingPrice: 10 })
  await bidding.track(owner, auctionId)
  const thief = { ...owner, token: await bidding.api.signIn(owner) }
  await call(api.requestReset, { body: { email: owner.email } })
  const token = (await readMails(bidding.db, owner.email)).findLast((mail) => mail.token !== null)?.token ?? ''
  const { logins, bids } = await everything()
  const asked = await bidding.db.transaction().execute(async (tx) => {
    await lockAccount(tx, owner.accountId)
    const reset = call(api.resetPassword, { body: { token, password, confirmPassword: password } })
    await awaitBlocked(bidding.db, 1)
    const attempts = [
      bidding.schedule(thief, auctionId, 20),
      call(api.changeBid, { token: thief.token, params: { id: bidId }, body: { maxBid: 70, confirmMaxBid: 70 } }),
      call(api.deleteAccount, { token: thief.token }),
    ]
    await awaitBlocked(bidding.db, 4)
    return { reset, attempts }
  })
  expect((await asked.reset).status).toBe(200)
  const answers = (await Promise.all(asked.attempts)).map(({ status, failure }) => [status, failure.code])
  expect(answers).toEqual([1, 2, 3].map(() => [401, 'session_revoked']))
  expect(await everything()).toMatchObject({ logins, bids })
})

test('A lower day limit and a first one need no proof', async () => {
  const setLimit = (day_limit: number) => call(api.changeProfile, { token: owner.token, body: { day_limit } })
  expect((await setLimit(80)).status).toBe(200)
  const unlimited = await bidding.bidder()
  await forgetProof(unlimited)
  expect((await call(api.changeProfile, { token: unlimited.token, body: { day_limit: 50 } })).status).toBe(200)
  expect((await setLimit(81)).failure.code).toBe('proof_needed')
})

test('The owner who proves who they are lifts the day limit, and can then raise the maximum', async () => {
  const { token } = owner
  await call(api.proveIdentity, { token, body: { method: 'password', password: owner.password } })
  expect((await call(api.changeProfile, { token, body: { day_limit: 200 } })).status).toBe(200)
  const body = { maxBid: 150, confirmMaxBid: 150 }
  expect((await call(api.changeBid, { token, params: { id: bidId }, body })).body.data.bid.max_bid).toBe(150)
  const events = await bidding.db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('account_id', '=', owner.accountId)
    .where('kind', 'in', ['proved_identity', 'day_limit_changed'])
    .orderBy('id')
    .execute()
  expect(events.slice(1)).toEqual([
    { kind: 'proved_identity', detail: { method: 'password' } },
    { kind: 'day_limit_changed', detail: { from_cents: 10_000, to_cents: 20_000 } },
  ])
})

test('A stolen token together with the password cannot turn off the second factor', async () => {
  const { token } = bystander
  const { secret } = (await call(api.beginTotp, { token })).body.data
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  expect((await call(api.confirmTotp, { token, body: { code } })).status).toBe(200)
  await forgetProof(bystander)
  const proof = { method: 'password', password: bystander.password } as const
  expect((await call(api.proveIdentity, { token, body: proof })).status).toBe(401)
  expect((await call(api.turnOffTotp, { token })).failure.code).toBe('proof_needed')
})
