import { api, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amountPattern } from '../../../test/amount-pattern.ts'
import type { Person } from '../../../test/api.ts'
import { type Administered, makeAdmin, startAdministered } from '../../../test/appoint.ts'
import { PLANS } from '../../../test/planning.ts'
import { pretendEngine } from '../../../test/pretend-engine.ts'
import { readMails } from '../../../test/read-mails.ts'

const OTHER_ADMIN = 'operator2@example.com'
const reason = 'Bids that are not paid'

/** The free plan allows bids as well. */
const plans = { ...PLANS, free: { ...PLANS.free, auctions: 5, snipes: 5 } }

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered({ plans, otherAdmins: [OTHER_ADMIN] })
})
afterAll(() => bidding[Symbol.asyncDispose]())

const call: Administered['api']['call'] = (...args) => bidding.api.call(...args)
const asAdmin = (id: number) => ({ token: bidding.admin.token, params: { id }, body: { reason } })
const read = async (id: number) => (await call(api.readUser, { token: bidding.admin.token, params: { id } })).body.data
const find = async (q: string) => (await call(api.listUsers, { token: bidding.admin.token, query: { q } })).body.data
const statusOf = async (token: string) => (await call(api.readProfile, { token })).status
const signInOf = ({ email, password }: Person) => call(api.signIn, { body: { email, password } })
/** The latest entry of the log of actions. */
async function lastAction() {
  const [last] = (await call(api.listAdminActions, { token: bidding.admin.token })).body.data.actions
  return [last?.action, last?.subject, last?.reason]
}
const bidRow = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('A user is found by number and by how the address begins, also where it contains signs of a pattern', async () => {
  const [ann, bob] = [
    await bidding.api.signUp('find_ann@example.com'),
    await bidding.api.signUp('findxann@example.com'),
  ]
  expect((await find(' FIND_ANN@')).users.map(({ id }) => id)).toEqual([ann.accountId])
  expect((await find(String(bob.accountId))).users.map(({ id }) => id)).toContain(bob.accountId)
  expect((await find('100%')).users).toEqual([])
  const all = (await call(api.listUsers, { token: bidding.admin.token })).body.data
  expect(all.users[0]?.id).toBeGreaterThanOrEqual(bob.accountId)
  expect(all.users[0]).not.toHaveProperty('password_hash')
})

test('Pages of all users follow one another, and a wide search says that it is cut', async () => {
  await sql`insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
            select 'many' || n || '@example.com', 'v1.0', 'v1.0', now(), now(), now() from generate_series(1, 30) n`.execute(
    bidding.db,
  )
  const first = (await call(api.listUsers, { token: bidding.admin.token })).body.data
  const cursor = first.next_cursor ?? ''
  const second = (await call(api.listUsers, { token: bidding.admin.token, query: { cursor } })).body.data
  expect([first.users.length, second.users[0]?.id]).toEqual([25, (first.users.at(-1)?.id ?? 0) - 1])
  expect([(await find('many')).users.length, (await find('many')).is_cut, (await find('many12')).is_cut]).toEqual([
    25,
    true,
    false,
  ])
  expect((await call(api.listUsers, { token: bidding.admin.token, query: { cursor: 'x' } })).status).toBe(400)
})

test('A user is shown with plan, connection, bids and events, and without passwords, logins and amounts', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await call(api.changeProfile, { token: person.token, body: { day_limit: 4_321 } })
  const response = await call(api.readUser, { token: bidding.admin.token, params: { id: person.accountId } })
  expect(response.body.data).toMatchObject({
    email: person.email,
    is_admin: false,
    signs_in_with: ['password'],
    connection: { state: 'connected' },
    counts: { auctions: 1, pending: 1 },
    bids: [{ id: bid.id, status: 'pending' }],
  })
  expect((await read(bidding.admin.accountId)).is_admin).toBe(true)
  const text = JSON.stringify(response.body)
  for (const secret of [person.password, 'max_bid', 'sealed', 'password_hash']) expect(text).not.toContain(secret)
  expect(text).not.toMatch(amountPattern(4_321))
  expect((await call(api.readUser, { token: bidding.admin.token, params: { id: 999_999 } })).status).toBe(404)
})

test('A suspended account is signed out, cannot sign in, and sends no bid; its owner reads why, and a bystander stays', async () => {
  const [{ person, bid }, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  expect((await call(api.suspendUser, asAdmin(person.accountId))).body.data).toEqual({ not_stopped: [] })
  expect(await lastAction()).toEqual(['account_suspended', `account ${person.accountId}`, reason])
  expect(await statusOf(person.token)).toBe(401)
  const refused = await signInOf(person)
  expect([refused.status, refused.failure.message]).toEqual([403, messages.signIn.suspendedByOperator(reason)])
  const wrong = await signInOf({ ...person, password: 'not the password' })
  expect([wrong.status, wrong.failure.message]).not.toEqual([403, refused.failure.message])
  expect((await readMails(bidding.db, person.email)).at(-1)?.text).toContain(reason)
  const kinds = bidding.db.selectFrom('bid_events').select(['kind', 'detail']).where('bid_id', '=', bid.id)
  expect((await kinds.execute()).at(-1)).toMatchObject({ kind: 'paused', detail: { by: 'operator', reason } })
  expect(await read(person.accountId)).toMatchObject({
    suspended_because: reason,
    bidding_paused_at: expect.any(String),
  })

  expect(await statusOf(bystander.person.token)).toBe(200)
  expect((await read(bystander.person.accountId)).bidding_paused_at).toBeNull()
  expect((await bidRow(bystander.bid.id)).status).toBe('pending')
})

test('A bid that is locked in when its account is suspended is named, and still sent', async () => {
  const engine = await pretendEngine(bidding.db)
  const { person, bid } = await bidding.scheduledBid()
  expect(await engine.lockIn(bid.id, await engine.claim(bid.id))).toBe(true)
  const { not_stopped } = (await call(api.suspendUser, asAdmin(person.accountId))).body.data
  expect(not_stopped).toMatchObject([{ id: bid.id, because: 'locked_in' }])
})

test('A lifted suspension lets the owner sign in, and leaves the bidding paused until the owner resumes it', async () => {
  const person = await bidding.bidder()
  expect((await call(api.reinstateUser, asAdmin(person.accountId))).status).toBe(409)
  await call(api.suspendUser, asAdmin(person.accountId))
  expect((await call(api.reinstateUser, asAdmin(person.accountId))).status).toBe(200)
  expect(await lastAction()).toEqual(['account_reinstated', `account ${person.accountId}`, reason])
  const { token } = (await signInOf(person)).body
  expect((await call(api.readPause, { token })).body.data.pause.own).not.toBeNull()
  const mails = (await readMails(bidding.db, person.email)).map(({ kind }) => kind)
  expect(mails.filter((kind) => kind === 'account_suspended')).toHaveLength(1)
  expect(mails).toContain('account_reinstated')
})

test('A suspension that stands keeps its reason, whoever suspends again, and finishes what an interruption left', async () => {
  const person = await bidding.bidder()
  await call(api.suspendUser, asAdmin(person.accountId))
  const unpaused = { bidding_paused_at: null }
  await bidding.db.updateTable('accounts').set(unpaused).where('id', '=', person.accountId).execute()
  const again = await call(api.suspendUser, { ...asAdmin(person.accountId), body: { reason: 'Another reason' } })
  expect([again.status, again.failure.message]).toEqual([409, messages.admin.suspendedAlready])
  expect(await lastAction()).toEqual(['account_suspended', `account ${person.accountId}`, reason])
  const { suspended_because, bidding_paused_at } = await read(person.accountId)
  expect([suspended_because, bidding_paused_at]).toEqual([reason, expect.any(String)])
})

test('Of two administrators who suspend one account at once, or lift its suspension, one does and the other is told', async () => {
  const [person, bystander] = [await bidding.bidder(), await bidding.bidder()]
  for (const endpoint of [api.suspendUser, api.reinstateUser]) {
    const answers = await Promise.all([
      call(endpoint, asAdmin(person.accountId)),
      call(endpoint, asAdmin(person.accountId)),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
  const mails = (await readMails(bidding.db, person.email)).map(({ kind }) => kind)
  expect(mails.filter((kind) => kind === 'account_suspended')).toHaveLength(1)
  expect(mails.filter((kind) => kind === 'account_reinstated')).toHaveLength(1)
  expect((await read(bystander.accountId)).suspended_at).toBeNull()
})

test('When one administrator suspends and another lifts at once, the account is as the latest entry of the log says', async () => {
  const person = await bidding.bidder()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      call(api.suspendUser, asAdmin(person.accountId)),
      call(api.reinstateUser, asAdmin(person.accountId)),
    ])
    const [action] = await lastAction()
    expect((await read(person.accountId)).suspended_at !== null).toBe(action === 'account_suspended')
  }
})

test('An administrator cannot suspend another one, so that none can keep the others out', async () => {
  const other = await bidding.api.signUp(OTHER_ADMIN)
  await makeAdmin(bidding.api, other)
  const { status, failure } = await call(api.suspendUser, asAdmin(other.accountId))
  expect([status, failure.message]).toEqual([422, messages.admin.suspendsAdministrator])
  expect([await statusOf(other.token), (await read(other.accountId)).suspended_at]).toEqual([200, null])
  // Without the role, the account is one like all others.
  await bidding.db.deleteFrom('administrators').where('account_id', '=', other.accountId).execute()
  expect((await call(api.suspendUser, asAdmin(other.accountId))).status).toBe(200)
})

test('The administrator cannot suspend the own account', async () => {
  const { status, failure } = await call(api.suspendUser, asAdmin(bidding.admin.accountId))
  expect([status, failure.message]).toEqual([422, messages.admin.ownAccount])
  expect(await statusOf(bidding.admin.token)).toBe(200)
})
