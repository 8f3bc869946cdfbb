import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connecting, SITE, startConnecting } from '../../test/connecting.ts'
import { writeReading } from '../auctions/listings/write-readings.ts'
import type { Change } from '../platform/changes/announce-change.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueueDueVerifications } from './enqueue-due-verifications.ts'
import { verifyConnection } from './verify-connection.ts'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(systemClock.now() - hours * HOUR_MS)

let world: Connecting
let db: Db
beforeAll(async () => {
  world = await startConnecting()
  db = world.api.db
})
afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  await db.deleteFrom('connections').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

/** A new account whose connection was last verified a day ago. */
async function aDayLater() {
  const own = await world.newcomer()
  await own.store()
  await db
    .updateTable('connections')
    .set({ last_verified_at: hoursAgo(24) })
    .execute()
  const { id } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  const before = await own.status()
  return { ...world, ...own, before, connectionId: id, verify: () => verifyConnection(world.opener, id) }
}

/** Plans verifications, and returns the connections that they are planned for, with the times, in their order. */
async function plan() {
  await enqueueDueVerifications(world.opener)
  const jobs = await db
    .withTables<{ 'graphile_worker.jobs': { key: string; run_at: Date } }>()
    .selectFrom('graphile_worker.jobs')
    .select(['key', 'run_at'])
    .where('key', 'like', 'verify-connection:%')
    .orderBy('run_at')
    .execute()
  return jobs.map(({ key, run_at }) => ({ id: Number(key.split(':')[1]), at: run_at.getTime() }))
}

const verifiedAt = ({ lastVerified }: { lastVerified: string | null }) => Date.parse(lastVerified ?? '')

test('A stored session that the site accepts is verified without a login, and the change is announced', async () => {
  const it = await aDayLater()
  await using database = openDatabase({ url: it.api.databaseUrl, applicationName: 'test', poolSize: 1 })
  const announced = Promise.withResolvers<Change>()
  await using _following = await followChanges(database, announced.resolve, {
    onReconnect: () => {},
    log: { warn: () => {} },
  })
  const { token } = await it.open()
  const before = it.logins()

  await it.verify()
  expect(verifiedAt(await it.status())).toBeGreaterThan(verifiedAt(it.before))
  expect(it.logins()).toBe(before)
  expect((await it.open()).token).toBe(token)
  expect(await announced.promise).toEqual({ what: 'connection', accountId: it.person.accountId })
})

test('A stored session that the site has revoked is replaced by a new login', async () => {
  const it = await aDayLater()
  it.house.control.revokeTokens({ userName: it.credentials.username })
  const { token } = await it.open()
  const before = it.logins()
  await it.verify()
  expect(it.logins()).toBe(before + 1)
  const status = await it.status()
  expect(status).toMatchObject({ hasValidToken: true, refused: false, problem: null })
  expect(verifiedAt(status)).toBeGreaterThan(verifiedAt(it.before))
  expect((await it.open()).token).not.toBe(token)
})

test('Credentials that the site refuses are shown as a problem, and are not verified again', async () => {
  const it = await aDayLater()
  it.house.control.revokeTokens({ userName: it.credentials.username })
  it.house.control.changeAccount({ userName: it.credentials.username, password: 'changed at the site' })
  const before = it.logins()
  await it.verify()
  const problem = 'The username or password are incorrect'
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: false, refused: true, problem })
  await it.verify()
  expect(it.logins()).toBe(before + 1)
  expect(await plan()).toEqual([])
})

test('Three refused passwords that the owner typed do not keep the stored login from being verified', async () => {
  const it = await aDayLater()
  for (let tries = 0; tries < 3; tries += 1) await it.store({ ...it.credentials, password: `wrong ${tries}` })
  it.house.control.revokeTokens({ userName: it.credentials.username })
  const before = it.logins()
  await it.verify()
  expect(it.logins()).toBe(before + 1)
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: true })
})

test('A site that cannot be reached changes no status, and the connection is verified again later', async () => {
  const it = await aDayLater()
  it.house.control.addFault({ kind: 'cut' })
  await it.verify()
  it.house.control.setFaults({ faults: [] })
  expect(await it.status()).toEqual(it.before)
  await sql`
    insert into active_accounts (account_id, active_until) select id, ${hoursAgo(0)} from accounts
        on conflict (account_id) do update set active_until = excluded.active_until`.execute(db)
  expect(await plan()).toHaveLength(1)
})

test('A login that the site did not answer is a problem, and not a refusal', async () => {
  const it = await aDayLater()
  it.house.control.revokeTokens({ userName: it.credentials.username })
  it.house.control.addFault({ kind: 'cut', endpoint: 'SignIn/Login' })
  await it.verify()
  it.house.control.setFaults({ faults: [] })
  expect(await it.status()).toMatchObject({ refused: false, problem: expect.stringContaining('did not answer') })
})

test('A session is verified whose credentials the site has refused, and once it ends, the login is refused', async () => {
  const it = await aDayLater()
  const problem = messages.connection.refusedWithSession(SITE, 'Wrong.')
  await db.updateTable('connections').set({ state: 'refused', state_detail: 'Wrong.' }).execute()
  const before = it.logins()
  await it.verify()
  expect(await it.status()).toMatchObject({ refused: false, hasValidToken: true, problem })
  expect(verifiedAt(await it.status())).toBeGreaterThan(verifiedAt(it.before))
  it.house.control.revokeTokens({ userName: it.credentials.username })
  await it.verify()
  expect(await it.status()).toMatchObject({ refused: true, hasValidToken: false, problem: 'Wrong.' })
  await it.verify()
  expect(it.logins()).toBe(before)
})

test.each([{ kind: 'status', status: 403 } as const, { kind: 'html' } as const])(
  'A site that answers the verification or the login with %j refuses this installation, and no login is wrong',
  async (fault) => {
    const it = await aDayLater()
    it.house.control.addFault(fault)
    await it.verify()
    const problem = messages.auction.siteUnavailable(SITE, 'blocked')
    expect(problem).toContain("refuses this computer's address or this program. It is not your password.")
    expect(await it.status()).toMatchObject({ hasValidToken: true, refused: false, problem })
    const { status, failure } = await it.store()
    expect([status, failure.code, failure.message]).toEqual([503, 'site_unavailable', `${problem} Nothing was stored.`])
    await expect(it.logInAgain()).rejects.toMatchObject({ kind: fault.kind === 'html' ? 'not_json' : 'blocked' })
    expect(await it.status()).toMatchObject({ refused: false, problem })
    it.house.control.setFaults({ faults: [] })
    await it.verify()
    expect(await it.status()).toMatchObject({ hasValidToken: true, problem: null })
  },
)

test('A login during the verification of an older session stays', async () => {
  const it = await aDayLater()
  it.house.control.revokeTokens({ userName: it.credentials.username })
  const { marketplace } = it.opener
  const checkSession: typeof marketplace.checkSession = async (...args) => {
    await it.logInAgain()
    return marketplace.checkSession(...args)
  }
  const before = it.logins()
  await verifyConnection({ ...it.opener, marketplace: { ...marketplace, checkSession } }, it.connectionId)
  expect(it.logins()).toBe(before + 1)
  expect(await it.status()).toMatchObject({ hasValidToken: true, problem: null })
})

test('The connections in use are verified, longest unverified first, twelve seconds apart', async () => {
  const it = await aDayLater()
  const at = hoursAgo(0)
  const { id: first, ...like } = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
  const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  async function list() {
    const { itemId } = it.house.control.createListing({ title: 'Brass lamp', endsInSeconds: 600 })
    const reading = await it.opener.marketplace.readItem(String(itemId))
    return db.transaction().execute((tx) => writeReading(tx, like.marketplace, reading, at.getTime()))
  }

  async function another(name: string, { verifiedHoursAgo = 13, activeDaysAgo = 30 } = {}) {
    const { id: _id, ...same } = account
    const { id: accountId } = await db
      .insertInto('accounts')
      .values({ ...same, alert_choices: '{}', email: `${name}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const active_until = hoursAgo(activeDaysAgo * 24)
    await db.insertInto('active_accounts').values({ account_id: accountId, active_until }).execute()
    const { id } = await db
      .insertInto('connections')
      .values({
        ...like,
        sealed_credentials: '{}',
        sealed_token: null,
        account_id: accountId,
        last_verified_at: hoursAgo(verifiedHoursAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, accountId }
  }
  const [open, closed] = [await list(), await list()]
  await db.updateTable('listings').set({ closed_at: at, closed_reason: 'ended' }).where('id', '=', closed.id).execute()
  const track = (accountId: number, listing = open) =>
    db
      .insertInto('tracked_auctions')
      .values({ account_id: accountId, listing_id: listing.id, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()

  await db.deleteFrom('active_accounts').execute()
  const active = await another('active', { activeDaysAgo: 6 })
  await another('gone', { activeDaysAgo: 8 })
  await another('verified', { verifiedHoursAgo: 11, activeDaysAgo: 0 })
  const tracking = await another('tracking', { verifiedHoursAgo: 15 })
  await track(tracking.accountId)
  const bidding = await another('bidding', { verifiedHoursAgo: 14 })
  const { id: trackedId } = await track(bidding.accountId)
  await track((await another('only-closed', { verifiedHoursAgo: 16 })).accountId, closed)
  await db.updateTable('tracked_auctions').set({ removed_at: at }).where('id', '=', trackedId).execute()
  await db
    .insertInto('bids')
    .values({
      account_id: bidding.accountId,
      tracked_auction_id: trackedId,
      listing_id: open.id,
      max_bid_cents: 100,
      seconds_before_end: 5,
      fire_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()

  const planned = await plan()
  expect(planned.map(({ id }) => id)).toEqual([tracking.id, bidding.id, active.id])
  expect(planned.map(({ id }) => id)).not.toContain(first)
  const [one, two, three] = planned.map(({ at: due }) => due)
  expect([two! - one!, three! - two!]).toEqual([12_000, 12_000])
})
