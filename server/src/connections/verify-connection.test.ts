import { expect, test } from 'vitest'
import { GOOD, startConnecting } from '../../test/connecting.ts'
import { writeReading } from '../auctions/listings/write-readings.ts'
import { systemClock } from '../platform/clock.ts'
import type { Change } from '../changes/change.ts'
import { followChanges } from '../changes/follow-changes.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { planVerifications } from './plan-verifications.ts'
import { verifyConnection } from './verify-connection.ts'

const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(systemClock.now() - hours * HOUR)

/** An account whose login at the site was last proven a day ago. */
async function aDayOn() {
  await using stack = new AsyncDisposableStack()
  const it = stack.use(await startConnecting())
  const { db } = it.opener
  await it.store()
  await db
    .updateTable('connections')
    .set({ last_verified_at: hoursAgo(24) })
    .execute()
  const { id } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  const before = await it.status()
  const owned = stack.move()
  return {
    ...it,
    db,
    before,
    connectionId: id,
    verify: () => verifyConnection(it.opener, id),
    logins: () => it.house.control.readReads().reads['SignIn/Login']?.total ?? 0,
    questions: () => it.house.control.readReads().reads['SaveSearches/GetSaveSearches']?.total ?? 0,
    /** The connections that are due to be verified, in the order of their time. */
    async planned() {
      await planVerifications(it.opener)
      const jobs = await db
        .withTables<{ 'graphile_worker.jobs': { key: string; run_at: Date } }>()
        .selectFrom('graphile_worker.jobs')
        .select(['key', 'run_at'])
        .where('key', 'like', 'verify-connection:%')
        .orderBy('run_at')
        .execute()
      return jobs.map(({ key, run_at }) => ({ id: Number(key.split(':')[1]), at: run_at.getTime() }))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const provenAt = ({ lastVerified }: { lastVerified: string | null }) => Date.parse(lastVerified ?? '')

test('a kept login that the site still takes is proven anew without another, and its owner hears of it', async () => {
  await using it = await aDayOn()
  await using database = openDatabase({ url: it.api.databaseUrl, applicationName: 'test', poolSize: 1 })
  const heard = Promise.withResolvers<Change>()
  await using _following = await followChanges(database, heard.resolve, { onReconnect: () => {} })
  const { token } = await it.open()
  const before = it.logins()

  await it.verify()
  expect(provenAt(await it.status())).toBeGreaterThan(provenAt(it.before))
  expect(it.logins()).toBe(before)
  expect((await it.open()).token).toBe(token)
  expect(await heard.promise).toEqual({ what: 'connection', accountId: it.person.accountId })
})

test('a kept login that the site has revoked is replaced by a new one', async () => {
  await using it = await aDayOn()
  it.house.control.revokeTokens({ userName: GOOD.username })
  const { token } = await it.open()
  const before = it.logins()
  await it.verify()
  expect(it.logins()).toBe(before + 1)
  const status = await it.status()
  expect(status).toMatchObject({ hasValidToken: true, problem: null })
  expect(provenAt(status)).toBeGreaterThan(provenAt(it.before))
  expect((await it.open()).token).not.toBe(token)
})

test('with the password changed at the site, its owner is told so, and it is not tried again', async () => {
  await using it = await aDayOn()
  it.house.control.revokeTokens({ userName: GOOD.username })
  it.house.control.changeAccount({ userName: GOOD.username, password: 'changed at the site' })
  const before = it.logins()
  await it.verify()
  const problem = 'The username or password are incorrect'
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: false, problem })
  await it.verify()
  expect(it.logins()).toBe(before + 1)
  expect(await it.planned()).toEqual([])
})

test('after three refusals within the hour no login is tried', async () => {
  await using it = await aDayOn()
  for (let tries = 0; tries < 3; tries += 1) await it.store({ ...GOOD, password: `wrong ${tries}` })
  it.house.control.revokeTokens({ userName: GOOD.username })
  const before = it.logins()
  await it.verify()
  expect(it.logins()).toBe(before)
  expect(await it.status()).toMatchObject({ hasCredentials: true, hasValidToken: false })
})

test('a site that is in fault proves nothing, and is asked again in the next hour', async () => {
  await using it = await aDayOn()
  await it.house[Symbol.asyncDispose]()
  await it.verify()
  expect(await it.status()).toEqual(it.before)
  await it.db
    .updateTable('accounts')
    .set({ active_until: hoursAgo(0) })
    .execute()
  expect(await it.planned()).toHaveLength(1)
})

test('a login made while the old one was being tried is left as it is', async () => {
  await using it = await aDayOn()
  it.house.control.revokeTokens({ userName: GOOD.username })
  const { marketplace } = it.opener
  const checkSession: typeof marketplace.checkSession = async (...given) => {
    await it.open({ fresh: true })
    return marketplace.checkSession(...given)
  }
  const before = it.logins()
  await verifyConnection({ ...it.opener, marketplace: { ...marketplace, checkSession } }, it.connectionId)
  expect(it.logins()).toBe(before + 1)
  expect(await it.status()).toMatchObject({ hasValidToken: true, problem: null })
})

test('only logins that somebody relies on are proven, oldest first, and one after the other', async () => {
  await using it = await aDayOn()
  const { db } = it
  const at = hoursAgo(0)
  const { id: first, ...like } = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
  const account = { ...(await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()), active_until: null }
  const { itemId } = it.house.control.createListing({ title: 'Brass lamp', endsInSeconds: 600 })
  const reading = await it.opener.marketplace.readItem(String(itemId))
  const listing = await db.transaction().execute((tx) => writeReading(tx, like.marketplace, reading, at.getTime()))

  async function another(name: string, { provenHoursAgo = 13, lookedDaysAgo = 30 } = {}) {
    const { id: _id, ...same } = account
    const { id: accountId } = await db
      .insertInto('accounts')
      .values({ ...same, email: `${name}@example.com`, active_until: hoursAgo(lookedDaysAgo * 24) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('connections')
      .values({
        ...like,
        sealed_credentials: '{}',
        sealed_token: null,
        account_id: accountId,
        last_verified_at: hoursAgo(provenHoursAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, accountId }
  }
  const track = (accountId: number) =>
    db
      .insertInto('tracked_auctions')
      .values({ account_id: accountId, listing_id: listing.id, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()

  await db.updateTable('accounts').set({ active_until: null }).execute()
  const looking = await another('looking', { lookedDaysAgo: 6 })
  await another('gone', { lookedDaysAgo: 8 })
  await another('proven', { provenHoursAgo: 11, lookedDaysAgo: 0 })
  const tracking = await another('tracking', { provenHoursAgo: 15 })
  await track(tracking.accountId)
  const bidding = await another('bidding', { provenHoursAgo: 14 })
  const { id: trackedId } = await track(bidding.accountId)
  await db.updateTable('tracked_auctions').set({ removed_at: at }).where('id', '=', trackedId).execute()
  await db
    .insertInto('bids')
    .values({
      account_id: bidding.accountId,
      tracked_auction_id: trackedId,
      listing_id: listing.id,
      max_bid_cents: 100,
      seconds_before_end: 5,
      fire_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()

  const planned = await it.planned()
  expect(planned.map(({ id }) => id)).toEqual([tracking.id, bidding.id, looking.id])
  expect(planned.map(({ id }) => id)).not.toContain(first)
  const [one, two, three] = planned.map(({ at: due }) => due)
  expect([two! - one!, three! - two!]).toEqual([12_000, 12_000])
})
