import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, messages, SESSION } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { makeAdmin } from '../../test/appoint.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type PretendEngine, pretendEngine } from '../../test/pretend-engine.ts'
import { readMails } from '../../test/read-mails.ts'
import { tablesOfAccounts } from '../../test/tables-of-accounts.ts'
import { systemClock } from '../platform/clock.ts'
import { carryOutDeletions } from './carry-out-deletions.ts'
import { deletionMarkOf, deletionsFileIn, readDeletions } from './note-deletion.ts'

const ADMIN = 'operator@example.com'
const SECOND_ADMIN = 'operator2@example.com'
const keep = { reason: 'Paid after all' }

let bidding: Bidding
let engine: PretendEngine
beforeAll(async () => {
  bidding = await startBidding({ adminEmails: [ADMIN, SECOND_ADMIN] })
  engine = await pretendEngine(bidding.db)
})
afterAll(() => bidding[Symbol.asyncDispose]())

const call: Bidding['api']['call'] = (...args) => bidding.api.call(...args)
const carryOut = (dataDir?: string) => carryOutDeletions({ ...bidding.ctx, process: 'jobs' }, dataDir)
const statusOf = async (token: string) => (await call(api.readProfile, { token })).status
const bidRow = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirst()
const accountRow = ({ accountId }: Person) =>
  bidding.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()

async function forgetProof({ accountId }: Person) {
  const proven_at = new Date(systemClock.now() - SESSION.proofMs - 1_000)
  await bidding.db.updateTable('sessions').set({ proven_at }).where('account_id', '=', accountId).execute()
}

/** Lets the days of grace pass. */
const makeDue = ({ accountId }: Person, daysAgo = 0) =>
  sql`update account_deletions set due_at = clock_timestamp() - make_interval(days => ${daysAgo})
       where account_id = ${accountId}`.execute(bidding.db)

const kindsOf = async ({ token }: Person) =>
  (await call(api.listSecurityEvents, { token })).body.data.events.map(({ kind, outcome }) => `${kind} ${outcome}`)

test('Deleting an account cancels pending bids, forgets the site login and ends the sessions, and leaves others alone', async () => {
  const [{ person, bid }, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const elsewhere = await bidding.api.signIn(person)
  const before = (await call(api.previewDeletion, { token: person.token })).body.data
  expect(before).toMatchObject({ grace_days: 14, has_site_login: true })
  expect(before.bids).toMatchObject([{ id: bid.id, title: 'Brass lamp', max_bid: 25, fate: 'cancelled' }])

  const { status, body } = await call(api.deleteAccount, { token: person.token })
  expect([status, body.data.not_stopped]).toEqual([200, []])
  const days = (Date.parse(body.data.due_at) - systemClock.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  expect((await bidRow(bid.id))?.status).toBe('cancelled')
  const logins = bidding.db.selectFrom('connections').select('id')
  expect(await logins.where('account_id', '=', person.accountId).execute()).toEqual([])
  expect([await statusOf(person.token), await statusOf(elsewhere)]).toEqual([401, 401])
  expect((await call(api.refreshToken, { body: { token: elsewhere } })).status).toBe(401)
  expect((await readMails(bidding.db, person.email)).at(-1)?.subject).toBe('Your account is being deleted')

  expect((await bidRow(bystander.bid.id))?.status).toBe('pending')
  const { hasCredentials } = (await call(api.readCredentialsStatus, { token: bystander.person.token })).body.data
  expect(hasCredentials).toBe(true)
})

test('A bid that is locked in is still sent: the page says so before, and the answer after', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  expect(await engine.lockIn(bid.id, fence)).toBe(true)
  const preview = await call(api.previewDeletion, { token: person.token })
  expect(preview.body.data.bids).toMatchObject([{ id: bid.id, fate: 'sent' }])
  const { body } = await call(api.deleteAccount, { token: person.token })
  expect(body.data.not_stopped).toMatchObject([{ id: bid.id, because: 'locked_in' }])
  expect(await bidRow(bid.id)).toMatchObject({ status: 'pending', pending: null })

  await makeDue(person)
  await carryOut()
  expect(await accountRow(person)).toBeDefined()
  await bidding.db.updateTable('bids').set({ status: 'lost' }).where('id', '=', bid.id).execute()
  await carryOut()
  expect(await accountRow(person)).toBeUndefined()
})

test('A bid that was sent while earlier ones were being cancelled is named as not stopped', async () => {
  const person = await bidding.bidder()
  const ids: number[] = []
  for (let bids = 0; bids < 5; bids += 1) {
    const { auctionId } = bidding.listItem({ endsInSeconds: 1_000 + bids })
    await bidding.track(person, auctionId)
    ids.push((await bidding.schedule(person, auctionId, 25)).body.data.bid.id)
  }
  const [last = 0, ...held] = ids.toReversed()
  const fences = await Promise.all(held.map(async (id) => ({ id, fence: await engine.claim(id) })))
  const deleted = call(api.deleteAccount, { token: person.token })
  await expect
    .poll(async () => (await Promise.all(held.map(bidRow))).every((bid) => bid?.pending?.kind === 'cancel'), {
      interval: 5,
    })
    .toBe(true)
  const sent = { status: 'executed' as const, locked_in_at: new Date(systemClock.now()) }
  await bidding.db.updateTable('bids').set(sent).where('id', '=', last).execute()
  for (const { id, fence } of fences) await engine.release(id, fence)
  expect((await deleted).body.data.not_stopped).toMatchObject([{ id: last, because: 'locked_in' }])
})

test('An account whose deletion cannot be noted for a restore stays until a run that can note it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-deletions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [person, bystander] = [await bidding.bidder(), await bidding.bidder()]
  const account = (await accountRow(person))!
  await call(api.deleteAccount, { token: person.token })
  await makeDue(person)
  await writeFile(join(folder, 'file'), '')
  await expect(carryOut(join(folder, 'file'))).rejects.toThrow('EEXIST')
  expect(await accountRow(person)).toBeDefined()

  await carryOut(folder)
  expect(await accountRow(person)).toBeUndefined()
  expect(await readDeletions(deletionsFileIn(folder))).toContain(deletionMarkOf(account))
  expect(await accountRow(bystander)).toBeDefined()
})

test('A bid that is never settled delays the deletion for two weeks at most', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await call(api.deleteAccount, { token: person.token })
  await bidding.db.updateTable('bids').set({ status: 'executed' }).where('id', '=', bid.id).execute()
  await makeDue(person, 13)
  await carryOut()
  expect(await accountRow(person)).toBeDefined()
  await makeDue(person, 15)
  await carryOut()
  expect(await accountRow(person)).toBeUndefined()
})

test('Two requests at once are one request', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const second = await bidding.api.signIn(person)
  const answers = await Promise.all([person.token, second].map((token) => call(api.deleteAccount, { token })))
  const due = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.due_at] : []))
  expect(new Set(due).size).toBe(1)
  const requests = bidding.db.selectFrom('account_deletions').selectAll()
  expect(await requests.where('account_id', '=', person.accountId).execute()).toHaveLength(1)
  expect((await bidRow(bid.id))?.status).toBe('cancelled')
  const mails = (await readMails(bidding.db, person.email)).filter(({ kind }) => kind === 'deletion_requested')
  expect(mails).toHaveLength(1)
})

test('Signing in during the days of grace keeps the account, and tells its owner', async () => {
  const { person } = await bidding.scheduledBid()
  await call(api.deleteAccount, { token: person.token })
  const wrong = await call(api.signIn, { body: { email: person.email, password: 'a wrong one' } })
  expect(wrong.status).toBe(401)
  await carryOut()
  expect(await accountRow(person)).toBeDefined()

  const { email, password } = person
  const kept = (await call(api.signIn, { body: { email, password } })).body
  expect(kept.deletion_cancelled).toBe(true)
  const { token } = kept
  expect((await call(api.signIn, { body: { email, password } })).body.deletion_cancelled).toBe(false)
  await makeDue(person)
  await carryOut()
  expect(await statusOf(token)).toBe(200)
  expect(await kindsOf({ ...person, token })).toEqual(
    expect.arrayContaining(['deletion_requested ok', 'deletion_cancelled ok', 'signed_in ok']),
  )
  expect((await readMails(bidding.db, person.email)).map(({ kind }) => kind)).toContain('deletion_cancelled')
})

test('An account that the operator deletes is not kept by signing in, starts nothing new, and is kept by the operator alone', async () => {
  const [{ person }, bystander] = [await bidding.scheduledBid(), await bidding.bidder()]
  const { email, password } = person
  const admin = await bidding.api.signUp(SECOND_ADMIN)
  await makeAdmin(bidding.api, admin)
  // The operator's request takes the place of the owner's.
  await call(api.deleteAccount, { token: person.token })
  const asked = await call(api.deleteAccountOf, { token: admin.token, body: { email, reason: 'Bids for others' } })
  expect(asked.status).toBe(200)
  const { body } = await call(api.signIn, { body: { email, password } })
  expect([body.deletion_cancelled, body.deletion_due]).toEqual([false, asked.body.data.due_at])
  const states = async () =>
    (await call(api.listDeletions, { token: admin.token })).body.data.deletions
      .filter(({ account_id }) => account_id === person.accountId)
      .map(({ id, requested_by, state }) => ({ id, requested_by, state }))
  expect(await states()).toMatchObject([
    { requested_by: 'operator', state: 'waiting' },
    { requested_by: 'owner', state: 'cancelled' },
  ])
  const mail = (await readMails(bidding.db, email)).findLast(({ kind }) => kind === 'deletion_requested')
  expect(mail?.text).toContain('only the operator can keep the account')
  expect(mail?.text).not.toContain('signing in keeps the account')

  const { auctionId } = bidding.listItem({ startingPrice: 10 })
  const track = async (token: string) =>
    (await call(api.trackAuction, { token, body: { auction_id: auctionId } })).failure.message
  expect(await track(body.token)).toBe(messages.privacy.accountClosed)
  expect(await track(bystander.token)).toBeUndefined()

  const id = (await states())[0]?.id ?? 0
  for (const token of [person.token, bystander.token]) {
    expect((await call(api.keepAccount, { token, params: { id }, body: keep })).status).not.toBe(200)
  }
  expect((await call(api.keepAccount, { token: admin.token, params: { id }, body: keep })).status).toBe(200)
  expect((await call(api.keepAccount, { token: admin.token, params: { id }, body: keep })).status).toBe(404)
  expect((await call(api.signIn, { body: { email, password } })).body.deletion_due).toBeNull()
  expect((await readMails(bidding.db, email)).map(({ kind }) => kind)).toContain('account_kept')
  expect(await track(body.token)).toBeUndefined()
})

test('A request that a crash interrupted is finished by the jobs', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await bidding.db
    .insertInto('account_deletions')
    .values({ account_id: person.accountId, requested_by: 'owner' })
    .execute()
  await carryOut()
  expect((await bidRow(bid.id))?.status).toBe('cancelled')
  const logins = bidding.db.selectFrom('connections').select('id').where('account_id', '=', person.accountId)
  expect(await logins.execute()).toEqual([])
  expect(await accountRow(person)).toBeDefined()
})

test('An owner who signs in while the jobs still stop the bids of other accounts keeps site login and bids', async () => {
  const [first, back] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  for (const { person } of [first, back])
    await bidding.db
      .insertInto('account_deletions')
      .values({ account_id: person.accountId, requested_by: 'owner' })
      .execute()
  const fence = await engine.claim(first.bid.id)
  const carryingOut = carryOut()
  await expect.poll(async () => (await bidRow(first.bid.id))?.pending?.kind, { interval: 5 }).toBe('cancel')
  const { email, password } = back.person
  expect((await call(api.signIn, { body: { email, password } })).body.deletion_cancelled).toBe(true)
  await engine.release(first.bid.id, fence)
  await carryingOut

  expect((await bidRow(first.bid.id))?.status).toBe('cancelled')
  expect((await bidRow(back.bid.id))?.status).toBe('pending')
  const logins = bidding.db.selectFrom('connections').select('id').where('account_id', '=', back.person.accountId)
  expect(await logins.execute()).toHaveLength(1)
})

/** The tables that keep rows of a deleted account, each with what makes them nameless. */
const KEPT: Readonly<Record<string, string>> = {
  vault_uses: 'A number that is never used again.',
  account_deletions: 'The number and the dates of the request.',
  login_attempts: 'A number and a hash, for an hour.',
}

test('After the deletion no table names the owner of the account, and the last mail says that it is done', async () => {
  const [{ person, bid }, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const { db } = bidding
  const others = await db.selectFrom('bids').selectAll().where('account_id', '=', bystander.person.accountId).execute()
  for (const { accountId: account_id } of [person, bystander.person]) {
    const order = { account_id, marketplace: 'auction-house', auction_id: '7', paid: true, tracking_number: '7946' }
    await db.insertInto('orders').values(order).execute()
  }
  await call(api.deleteAccount, { token: person.token })
  await makeDue(person)
  await carryOut()

  const rowsOf = async (table: string) => {
    const count = sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where account_id = ${person.accountId}`
    return (await count.execute(db)).rows[0]!.n
  }
  const kept: string[] = []
  for (const table of await tablesOfAccounts(bidding.db)) if ((await rowsOf(table)) > 0) kept.push(table)
  expect(kept.filter((table) => !(table in KEPT))).toEqual([])
  expect(kept).toContain('account_deletions')
  const orders = await db.selectFrom('orders').select('account_id').execute()
  expect(orders).toEqual([{ account_id: bystander.person.accountId }])

  // Every place where the address or the number could still stand.
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'jsonb')`.execute(db)
  const naming: string[] = []
  for (const { table_name, column_name } of columns) {
    const found = await sql`select from ${sql.table(table_name)}
      where ${sql.ref(column_name)}::text like ${`%${person.email}%`} limit 1`.execute(db)
    if (found.rows.length > 0) naming.push(`${table_name}.${column_name}`)
  }
  // The outbox, until the retention job: the last mail is addressed to the owner.
  expect(naming).toEqual(['deliveries.recipient'])
  expect((await readMails(db, person.email)).map(({ subject }) => subject)).toEqual(['Your Bidwell account is deleted'])
  const events = await db.selectFrom('bid_events').selectAll().where('bid_id', '=', bid.id).execute()
  expect(events.every(({ account_pseudonym }) => account_pseudonym !== null)).toBe(true)
  const after = await db.selectFrom('bids').selectAll().where('account_id', '=', bystander.person.accountId).execute()
  expect(after).toEqual(others)
})

test('The operator sees requests and deletes an account with a reason that its owner reads', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const admin = await bidding.api.signUp(ADMIN)
  const body = { email: person.email.toUpperCase(), reason: 'Asked by letter' }
  for (const token of [admin.token, person.token]) {
    expect((await call(api.listDeletions, { token })).status).toBe(404)
    expect((await call(api.deleteAccountOf, { token, body })).status).toBe(404)
  }
  await makeAdmin(bidding.api, admin)
  await forgetProof(admin)
  expect((await call(api.deleteAccountOf, { token: admin.token, body })).failure.code).toBe('proof_needed')
  expect((await bidRow(bid.id))?.status).toBe('pending')
  await bidding.db
    .updateTable('sessions')
    .set({ proven_at: new Date(systemClock.now()) })
    .where('account_id', '=', admin.accountId)
    .execute()

  expect((await call(api.deleteAccountOf, { token: admin.token, body: { ...body, email: ADMIN } })).status).toBe(422)
  expect(
    (await call(api.deleteAccountOf, { token: admin.token, body: { ...body, email: 'no@example.com' } })).status,
  ).toBe(404)
  expect((await call(api.deleteAccountOf, { token: admin.token, body: { ...body, reason: '  ' } })).status).toBe(400)
  expect((await call(api.deleteAccountOf, { token: admin.token, body })).status).toBe(200)
  expect((await bidRow(bid.id))?.status).toBe('cancelled')
  expect(await statusOf(person.token)).toBe(401)
  const deletionOf = async () =>
    (await call(api.listDeletions, { token: admin.token })).body.data.deletions.find(
      ({ account_id }) => account_id === person.accountId,
    )
  expect(await deletionOf()).toMatchObject({
    email: person.email,
    requested_by: 'operator',
    reason: 'Asked by letter',
    state: 'waiting',
    ended_at: null,
    left: { open_bids: 0, auctions: 1, site_logins: 0 },
  })
  expect((await readMails(bidding.db, person.email)).at(-1)?.text).toContain('asked for it: Asked by letter')
  const logged = bidding.db.selectFrom('security_events').select(['detail', 'ip_address'])
  expect(
    await logged.where('account_id', '=', person.accountId).where('kind', '=', 'deletion_requested').execute(),
  ).toEqual([{ detail: { by: 'operator', reason: 'Asked by letter' }, ip_address: null }])

  await makeDue(person)
  expect((await deletionOf())?.state).toBe('overdue')
  await carryOut()
  expect(await deletionOf()).toMatchObject({
    state: 'completed',
    email: null,
    reason: null,
    ended_at: expect.any(String),
    left: { auctions: 0 },
  })
})
