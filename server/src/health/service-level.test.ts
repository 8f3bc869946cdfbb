import { api, type BidOutcome, type BidStatus, messages, type ServicePeriod } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { addGroup } from '../../test/add-group.ts'
import { addAccount, addListing } from '../../test/add-rows.ts'
import { amountPattern } from '../../test/amount-pattern.ts'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { PLANS } from '../../test/planning.ts'
import { type BidEventDetail, newBidEvent } from '../bids/log/bid-event.ts'
import { recordBidEvents } from '../bids/log/record-bid-events.ts'
import { correctResult } from '../orders/correct-result.ts'
import { listAlarms } from '../platform/alarms.ts'
import { systemClock } from '../platform/clock.ts'
import { measureBids } from './measure-bids.ts'
import { readServiceLevel } from './read-service-level.ts'
import { serviceLevelRoutes } from './routes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SITE = 'shopgoodwill'
const LEAD_S = 5
const ZERO: Omit<ServicePeriod, 'days'> = {
  due: 0,
  accepted: 0,
  ours: 0,
  site: 0,
  login: 0,
  limit: 0,
  ended_early: 0,
  unknown: 0,
  sent: 0,
  corrected: 0,
  lead: null,
  late: null,
  overtaken: 0,
  stopped: 0,
}

const startApi = (isPublic: boolean, clock = systemClock) =>
  startTestApi({ clock, plans: isPublic ? PLANS : null, routes: (ctx) => serviceLevelRoutes(ctx, false) })

type Ended = {
  outcome?: BidOutcome | null
  status?: BidStatus
  agoMs?: number
  site?: string
  placed?: boolean
  events?: BidEventDetail[]
  /** How long before the close the bid was sent; null for one that was not. */
  sentBeforeEndMs?: number | null
}

/** Adds a bid that has ended, with its log. */
async function addBid({ db }: Pick<TestApi, 'db'>, ended: Ended = {}) {
  const { outcome = 'won', status = 'won', agoMs = HOUR_MS, site = SITE, placed = true, events = [] } = ended
  const { sentBeforeEndMs = placed ? 5_000 : null } = ended
  const dueAt = systemClock.now() - agoMs
  const { accountId } = await addAccount(db, site, dueAt)
  const { id: listingId } = await addListing(db, site, dueAt)
  const dates = { created_at: new Date(dueAt - DAY_MS), updated_at: new Date(dueAt) }
  const tracked = await db
    .insertInto('tracked_auctions')
    .values({ account_id: accountId, listing_id: listingId, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: tracked.id,
      listing_id: listingId,
      max_bid_cents: 987_654,
      seconds_before_end: LEAD_S,
      status,
      outcome,
      fire_at: new Date(dueAt),
      executed_at: placed ? new Date(dueAt) : null,
      settled_at: outcome === null ? null : new Date(dueAt + 8_000),
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const endsAt = dueAt + LEAD_S * 1_000
  const log = events.map((detail) => newBidEvent(id, dueAt, detail))
  if (sentBeforeEndMs !== null) log.push(newBidEvent(id, endsAt - sentBeforeEndMs, sentEvent(endsAt)))
  await recordBidEvents(db, log)
  return { id, accountId }
}

const sentEvent = (endsAt: number, attempt = 1): BidEventDetail => ({
  kind: 'sent',
  attempt,
  maxBidCents: 987_654,
  plannedAt: endsAt - LEAD_S * 1_000,
  endsAt,
  clockOffsetMs: 0,
  roundTripMs: 40,
})

/** The figures of the last 90 days, after everything that has ended is measured. */
async function readPeriod(server: TestApi, practice = false): Promise<ServicePeriod | undefined> {
  await measureBids(aCtx({ db: server.openAs('jobs').db }))
  const { figures } = await readServiceLevel(aCtx({ db: server.openAs('api').db }), false)
  return figures.find((row) => row.practice === practice)?.periods.at(-1)
}

let server: TestApi
beforeAll(async () => {
  server = await startApi(true)
})
afterAll(() => server[Symbol.asyncDispose]())

test('Without a bid, every figure is 0 and there are no rates', async () => {
  await using empty = await startApi(true)
  const { status, body } = await empty.call(api.readServiceLevel)
  expect(status).toBe(200)
  expect(body.data.figures).toEqual([{ practice: false, periods: [7, 30, 90].map((days) => ({ days, ...ZERO })) }])
})

const pause = (by: 'owner' | 'operator'): BidEventDetail => ({ kind: 'paused', by, reason: null })

test('Each bid counts in one class, the classes of due bids add up, and other sites are told apart', async () => {
  await using own = await startApi(true)
  const unsent = { placed: false, sentBeforeEndMs: null } as const
  for (const ended of [
    { outcome: 'won' },
    { outcome: 'lost', status: 'lost' },
    // Nothing shows that the site has taken it.
    { outcome: 'lost', status: 'lost', placed: false, sentBeforeEndMs: 5_000 },
    { outcome: 'too_late', status: 'auction_ended', ...unsent },
    { outcome: 'site_down', status: 'failed', ...unsent },
    { outcome: 'login_refused', status: 'failed', ...unsent },
    { outcome: 'rate_limited', status: 'failed', ...unsent },
    { outcome: 'withdrawn', status: 'auction_ended' },
    { outcome: 'price_past_maximum', status: 'outbid', ...unsent },
    { outcome: 'cancelled', status: 'cancelled', ...unsent },
    { outcome: 'paused', status: 'cancelled', events: [pause('owner'), pause('operator')], ...unsent },
    { outcome: 'paused', status: 'cancelled', events: [pause('operator')], ...unsent },
    // Under way, and without a result since an hour.
    { outcome: null, status: 'executed', agoMs: 60_000 },
    { outcome: null, status: 'executed', agoMs: HOUR_MS },
    { outcome: null, status: 'pending', ...unsent },
    { outcome: 'won', site: 'auction-house' },
    { outcome: 'won', agoMs: 91 * DAY_MS },
  ] satisfies Ended[])
    await addBid(own, ended)
  const period = await readPeriod(own)
  expect(period).toEqual({
    ...ZERO,
    days: 90,
    due: 11,
    accepted: 2,
    ours: 2,
    site: 1,
    login: 1,
    limit: 1,
    ended_early: 1,
    unknown: 3,
    sent: 5,
    overtaken: 1,
    stopped: 2,
  })
  expect(await readPeriod(own, true)).toMatchObject({ due: 1, accepted: 1 })
})

test('From twenty bids on there are medians, and they are those of the last sending that left', async () => {
  await using own = await startApi(true)
  for (let bid = 0; bid < 19; bid += 1) await addBid(own, { sentBeforeEndMs: 5_000 })
  expect(await readPeriod(own)).toMatchObject({ due: 19, accepted: 19, lead: null })
  // A second sending was written to a dead connection: it never left.
  const { id } = await addBid(own, { outcome: 'lost', status: 'lost', placed: false, sentBeforeEndMs: 4_000 })
  const endsAt = systemClock.now() - HOUR_MS + LEAD_S * 1_000
  await recordBidEvents(own.db, [
    newBidEvent(id, endsAt - 1_000, sentEvent(endsAt, 2)),
    newBidEvent(id, endsAt - 900, {
      kind: 'answered',
      attempt: 2,
      answer: 'not_sent',
      siteMessage: '',
      priceCents: null,
      tookMs: 1,
    }),
  ])
  const period = await readPeriod(own)
  expect(period).toMatchObject({
    due: 20,
    sent: 20,
    // The bids arrive half a round trip after they were sent.
    lead: { ms: 4_980, of: 20 },
    late: { ms: 20, of: 20 },
  })
  expect(period?.accepted).toBe(19)
  const own4 = await own.db.selectFrom('measured_bids').select('lead_ms').where('bid_id', '=', id).executeTakeFirst()
  expect(own4).toEqual({ lead_ms: 3_980 })
})

test('A corrected result moves the bid to its new class, and is counted as corrected', async () => {
  const { id } = await addBid(server, { outcome: 'too_late', status: 'auction_ended', placed: false })
  const bystander = await addBid(server)
  const before = await readPeriod(server)
  await correctResult(server.openAs('jobs').db, {
    bidId: id,
    from: 'too_late',
    to: 'won',
    at: systemClock.now(),
    priceCents: 1_000,
  })
  const after = await readPeriod(server)
  expect([before?.ours, before?.corrected]).toEqual([1, 0])
  expect([after?.ours, after?.corrected]).toEqual([0, 1])
  expect(after?.accepted).toBe((before?.accepted ?? 0) + 1)
  const rows = await server.db.selectFrom('measured_bids').selectAll().where('bid_id', '=', bystander.id).execute()
  expect(rows).toMatchObject([{ class: 'accepted', corrected: false }])
})

test('A bid still counts after its account was deleted', async () => {
  const { accountId } = await addBid(server, { outcome: 'vault_locked', status: 'failed', placed: false })
  const before = await readPeriod(server)
  await server.db.deleteFrom('accounts').where('id', '=', accountId).execute()
  expect(await readPeriod(server)).toEqual(before)
  expect(before?.ours).toBe(1)
})

test('A bid is measured a minute after it has ended, once', async () => {
  const { id } = await addBid(server, { agoMs: 20_000 })
  const jobs = server.openAs('jobs').db
  await measureBids(aCtx({ db: jobs }))
  const rows = () => server.db.selectFrom('measured_bids').select('class').where('bid_id', '=', id).execute()
  expect(await rows()).toEqual([])
  const clock = manualClock(systemClock.now() + 60_000)
  expect(await measureBids(aCtx({ db: jobs, clock }))).toBe(1)
  expect(await rows()).toEqual([{ class: 'accepted' }])
  expect(await measureBids(aCtx({ db: jobs, clock }))).toBe(0)
})

test('Where the operator has not made them public, figures and state are for signed-in users', async () => {
  await using closed = await startApi(false)
  const { token } = await closed.signUp()
  for (const endpoint of [api.readServiceLevel, api.readServiceStatus]) {
    const refused = await closed.call(endpoint)
    expect([refused.status, refused.failure]).toMatchObject([
      401,
      { code: 'not_signed_in', message: messages.serviceLevel.forUsersOnly },
    ])
    expect(await closed.call(endpoint, { token })).toMatchObject({ status: 200 })
    expect(await closed.call(endpoint, { token: 'a.b.c' })).toMatchObject({ status: 401 })
  }
})

test('Public answers name no account, item or amount, and come from the database once a minute', async () => {
  const clock = manualClock(systemClock.now())
  await using own = await startApi(true, clock)
  await addBid(own, { outcome: 'cancelled', status: 'cancelled', placed: false })
  const read = async () => (await own.call(api.readServiceLevel)).body.data
  const first = await read()
  await measureBids(aCtx({ db: own.openAs('jobs').db, clock }))
  await clock.advanceBy(59_000)
  expect(await read()).toEqual(first)
  await clock.advanceBy(2_000)
  const later = await read()
  expect(later.figures[0]?.periods[0]?.stopped).toBe(1)
  const status = (await own.call(api.readServiceStatus)).body.data
  const shown = JSON.stringify([later, status])
  expect(shown).not.toMatch(/Brass|lamp|@|6000\d\d/)
  expect(shown).not.toMatch(amountPattern(9_876.54))
})

test('A failed reading is not kept: the next caller gets the figures', async () => {
  await using own = await startApi(true)
  await own.db.schema.alterTable('measured_bids').renameTo('away').execute()
  expect((await own.call(api.readServiceLevel)).status).toBe(500)
  await own.db.schema.alterTable('away').renameTo('measured_bids').execute()
  expect((await own.call(api.readServiceLevel)).status).toBe(200)
})

test('A group that has won more than its owner accepts is an alarm, and one with an extra win is none', async () => {
  await using server = await startApi(false)
  const { db } = server
  const won = async () => (await addBid(server)).id
  const pairs = [
    [await won(), await won()],
    [await won(), await won()],
  ]
  const tooMany = await addGroup(db, { accountId: 1, mostWins: 1 }, pairs[0]!)
  await addGroup(db, { accountId: 1, mostWins: 1, extraWins: 1 }, pairs[1]!)
  await measureBids(aCtx({ db: server.openAs('jobs').db }))
  expect(await listAlarms(db)).toMatchObject([{ kind: 'group_won_too_many', subject: `group ${tooMany}` }])
})
