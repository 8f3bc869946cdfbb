import { api, RETURNED_OUTCOMES } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { NOON, type Planning, startPlanning } from '../../test/planning.ts'
import { type PretendEngine, pretendEngine } from '../../test/pretend-engine.ts'
import { newBidEvent } from '../bids/log/bid-event.ts'
import { recordBidEvents } from '../bids/log/record-bid-events.ts'

let it: Planning
let engine: PretendEngine
beforeAll(async () => {
  it = await startPlanning()
  engine = await pretendEngine(it.db)
})
afterAll(() => it[Symbol.asyncDispose]())

const limitsOf = async ({ token }: Person) => (await it.api.call(api.readFeatureLimits, { token })).body.data
const usageOf = async ({ token }: Person) => (await it.api.call(api.readSnipeUsage, { token })).body.data
const snipesOf = async (person: Person) => (await limitsOf(person)).snipe_current

async function subscriber(plan: string): Promise<Person> {
  const person = await it.bidder()
  await it.subscribe(person, plan)
  return person
}

/** Tracks new auctions, and answers the site's ids of them. */
async function trackAuctions(person: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => it.listItem().auctionId)
  for (const id of ids) await it.track(person, id)
  return ids
}

async function scheduleOne(person: Person) {
  const [auctionId = ''] = await trackAuctions(person, 1)
  const { status, body, failure } = await it.schedule(person, auctionId, 25)
  expect([status, failure.message]).toEqual([200, undefined])
  return { auctionId, bid: body.data.bid }
}

const tally = (statuses: readonly number[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(statuses, String)).map(([status, all = []]) => [status, all.length]))

const SNIPES_REACHED = "You've reached your monthly snipe limit (10). Please upgrade your plan to schedule more bids."

test('Of 15 bids that are scheduled at once at a limit of 10, exactly 10 are accepted', async () => {
  const [person, bystander] = [await subscriber('ten'), await subscriber('ten')]
  const ids = await trackAuctions(person, 15)
  const answers = await Promise.all(ids.map((id) => it.schedule(person, id, 25)))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10, 403: 5 })
  const refused = answers.find(({ status }) => status === 403)?.failure
  expect(refused).toMatchObject({ code: 'plan_limit_reached', message: SNIPES_REACHED })
  const rows = it.db.selectFrom('bids').select('id').where('account_id', '=', person.accountId)
  expect(await rows.execute()).toHaveLength(10)
  expect(await limitsOf(person)).toEqual({
    subscription_tier: 'ten',
    subscription_status: 'active',
    auction_limit: 60,
    snipe_limit: 10,
    auction_current: 15,
    snipe_current: 10,
    auction_remaining: 45,
    snipe_remaining: 0,
    has_active_subscription: true,
    is_trialing: false,
    can_add_auctions: true,
    can_create_snipes: false,
    user_id: person.accountId,
  })
  const { token } = person
  expect((await it.api.call(api.readSnipeAccess, { token })).body.data).toEqual({
    allowed: false,
    limit: 10,
    current: 10,
    message: SNIPES_REACHED,
  })
  expect((await it.api.call(api.readProfile, { token })).body).toMatchObject({ subscription_tier: 'ten' })
  expect(await snipesOf(bystander)).toBe(0)
})

const AUCTIONS_REACHED =
  "You've reached your limit of tracked auctions (2). Remove one, or upgrade your plan to track more."

test('Of 12 auctions that are added at once at a limit of 2, exactly 2 are tracked', async () => {
  const person = await subscriber('two')
  const { token } = person
  const ids = Array.from({ length: 12 }, () => it.listItem().auctionId)
  const add = (auction_id: string) => it.api.call(api.trackAuction, { token, body: { auction_id } })
  const answers = await Promise.all(ids.map(add))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2, 403: 10 })
  const refused = answers.find(({ status }) => status === 403)?.failure
  expect(refused).toMatchObject({ code: 'plan_limit_reached', message: AUCTIONS_REACHED })
  expect((await it.api.call(api.readAuctionAccess, { token })).body.data).toEqual({
    allowed: false,
    limit: 2,
    current: 2,
    message: AUCTIONS_REACHED,
  })
  const tracked = ids.filter((_, at) => answers[at]?.status === 200)
  const again = await add(tracked[0] ?? '')
  expect([again.status, again.body.data.already_tracked]).toEqual([200, true])
})

test('Auctions that are added, removed and restored at once never exceed the limit', async () => {
  const person = await subscriber('two')
  const { token } = person
  const first = await it.track(person, it.listItem().auctionId)
  const second = await it.track(person, it.listItem().auctionId)
  const remove = (id: number) => it.api.call(api.removeAuction, { token, params: { id } })
  const restore = (id: number) => it.api.call(api.restoreAuction, { token, params: { id } })
  const add = () => it.api.call(api.trackAuction, { token, body: { auction_id: it.listItem().auctionId } })
  for (let round = 1; round <= 3; round += 1) {
    const calls = [
      add(),
      remove(first.id),
      add(),
      restore(first.id),
      remove(second.id),
      add(),
      restore(second.id),
      add(),
    ]
    const answers = await Promise.all<{ status: number }>(calls)
    expect(answers.filter(({ status }) => ![200, 403, 404].includes(status))).toEqual([])
    expect((await limitsOf(person)).auction_current).toBeLessThanOrEqual(2)
  }
})

test('A closed auction counts no more, and is restored at the limit', async () => {
  const person = await subscriber('two')
  const { token } = person
  const closed = await it.track(person, it.listItem().auctionId)
  await it.db
    .updateTable('listings')
    .set({ closed_at: new Date(NOON), closed_reason: 'ended' })
    .where('auction_id', '=', closed.auction_id)
    .execute()
  const removed = await it.track(person, it.listItem().auctionId)
  for (const { id } of [closed, removed]) await it.api.call(api.removeAuction, { token, params: { id } })
  await trackAuctions(person, 2)
  expect((await limitsOf(person)).auction_current).toBe(2)
  const restore = async (id: number) => (await it.api.call(api.restoreAuction, { token, params: { id } })).status
  expect([await restore(closed.id), await restore(removed.id)]).toEqual([200, 403])
})

test('An auction that was deleted from the history while its item takes bids comes back only where the plan has a place', async () => {
  const person = await subscriber('two')
  const { token } = person
  const outbid = await it.track(person, it.listItem().auctionId)
  await it.db.updateTable('tracked_auctions').set({ status: 'outbid' }).where('id', '=', outbid.id).execute()
  const body = { bidIds: [], auctionIds: [outbid.id] }
  expect((await it.api.call(api.deleteBids, { token, body })).body.data).toMatchObject({ deleted_auctions: 1 })
  await trackAuctions(person, 2)
  const restore = async () => (await it.api.call(api.restoreBids, { token, body })).body.data
  expect(await restore()).toMatchObject({
    restored_auctions: 0,
    refused: [{ kind: 'auction', id: outbid.id, message: AUCTIONS_REACHED }],
  })
  const [other] = (await it.api.call(api.listAuctions, { token })).body.data.auctions
  await it.api.call(api.removeAuction, { token, params: { id: other?.id ?? 0 } })
  expect(await restore()).toMatchObject({ restored_auctions: 1, refused: [] })
  expect((await limitsOf(person)).auction_current).toBe(2)
})

test('At the limit, a pending bid can still be changed, and its auction scheduled again', async () => {
  const person = await subscriber('two')
  const [{ auctionId, bid }] = [await scheduleOne(person), await scheduleOne(person)]
  const change = await it.api.call(api.changeBid, {
    token: person.token,
    params: { id: bid.id },
    body: { maxBid: 30, confirmMaxBid: 30 },
  })
  expect(change.status).toBe(200)
  const again = await it.schedule(person, auctionId, 35)
  expect([again.status, again.body.data.bid]).toMatchObject([200, { id: bid.id, max_bid: 35 }])
  expect(await snipesOf(person)).toBe(2)
})

test('A bid that is cancelled before its lock-in gives its place in the month back, and the ledger says so', async () => {
  const person = await subscriber('two')
  const [{ bid }, { bid: other }] = [await scheduleOne(person), await scheduleOne(person)]
  await it.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  expect(await usageOf(person)).toEqual({
    period_start: new Date(NOON).toISOString(),
    period_end: '2026-12-23T12:00:00.000Z',
    limit: 2,
    used: 1,
    remaining: 1,
    snipes: [
      {
        bid_id: other.id,
        auction_id: other.auction_id,
        title: 'Brass lamp',
        scheduled_at: new Date(NOON).toISOString(),
        counts: true,
        returned_because: null,
      },
      {
        bid_id: bid.id,
        auction_id: bid.auction_id,
        title: 'Brass lamp',
        scheduled_at: new Date(NOON).toISOString(),
        counts: false,
        returned_because: 'It was cancelled before it was sent.',
      },
    ],
  })
  const { body } = await it.api.call(api.incrementSnipes, { token: person.token })
  expect(body.data).toEqual({ snipe_current: 1, snipe_limit: 2, snipe_remaining: 1 })
  expect((await it.schedule(person, bid.auction_id, 25)).status).toBe(200)
  expect(await snipesOf(person)).toBe(2)
})

test('A bid that was locked in cannot be cancelled, and counts', async () => {
  const person = await subscriber('two')
  const { bid } = await scheduleOne(person)
  await engine.lockIn(bid.id, await engine.claim(bid.id))
  const { status } = await it.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  expect([status, await snipesOf(person)]).toEqual([409, 1])
})

test('A bid that was not sent through no fault of its owner gives its place back, and a sent one does not', async () => {
  const person = await subscriber('two')
  const { bid } = await scheduleOne(person)
  const end = (outcome: string, columns = {}) =>
    it.db
      .updateTable('bids')
      .set({ status: 'failed', outcome, executed_at: null, ...columns })
      .where('id', '=', bid.id)
      .execute()
  for (const outcome of RETURNED_OUTCOMES) {
    await end(outcome)
    expect([outcome, await snipesOf(person)]).toEqual([outcome, 0])
    expect((await usageOf(person)).snipes[0]?.returned_because).toMatch(/^It was not (sent|placed): /)
    await end(outcome, { executed_at: new Date(NOON) })
    expect([outcome, await snipesOf(person)]).toEqual([outcome, 1])
  }
  for (const outcome of ['login_refused', 'login_missing', 'price_past_maximum', 'account_limit', 'own_maximum']) {
    await end(outcome)
    expect([outcome, await snipesOf(person)]).toEqual([outcome, 1])
  }
  await end('site_down')
  const timing = { plannedAt: NOON, endsAt: NOON, clockOffsetMs: 0, roundTripMs: 20 }
  const sent = { kind: 'sent', maxBidCents: 2_500, attempt: 1, ...timing } as const
  await it.db.transaction().execute((tx) => recordBidEvents(tx, [newBidEvent(bid.id, NOON, sent)]))
  expect(await snipesOf(person)).toBe(1)
})

test('Deleting a bid from the history does not give its place back', async () => {
  const person = await subscriber('two')
  const { bid } = await scheduleOne(person)
  await it.db.updateTable('bids').set({ status: 'lost', outcome: 'lost' }).where('id', '=', bid.id).execute()
  const { status } = await it.api.call(api.deleteHistoricalBid, { token: person.token, params: { id: bid.id } })
  expect([status, await snipesOf(person)]).toEqual([200, 1])
  expect((await usageOf(person)).snipes).toHaveLength(1)
})

test('Without a limit, nothing is refused, and the use is still counted', async () => {
  const person = await subscriber('elite')
  for (let count = 1; count <= 3; count += 1) await scheduleOne(person)
  expect(await limitsOf(person)).toMatchObject({
    auction_limit: -1,
    snipe_limit: -1,
    auction_current: 3,
    snipe_current: 3,
    auction_remaining: -1,
    snipe_remaining: -1,
    can_add_auctions: true,
    can_create_snipes: true,
  })
})
