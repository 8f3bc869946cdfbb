import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { followEvents } from '../../../test/follow-events.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { markActive } from '../../identity/accounts/active-accounts.ts'
import { KEPT_FOR_USERS } from '../../marketplace/rate-limiting/bucket.ts'
import { openReadBudget } from '../../marketplace/rate-limiting/read-budget.ts'
import { systemClock } from '../../platform/clock.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { getFreshListing } from './get-fresh-listing.ts'
import { refreshDueListings } from './refresh-due-listings.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const CAPACITY = 8
const READS = 'ItemDetail/GetItemDetailModelByItemId'

let bidding: Bidding
/** Runs ahead of the wall clock, so that a story can make listings due. */
let clock: ManualClock

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** Listings of earlier stories are never due again. */
beforeEach(async () => {
  clock = manualClock(systemClock.now())
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db.updateTable('listings').set({ next_check_at: null }).execute()
  await bidding.db.deleteFrom('active_accounts').execute()
})

const readsOf = (itemId: number) => bidding.house.control.readReads().reads[READS]?.items[itemId] ?? 0
const totalReads = () => bidding.house.control.readReads().reads[READS]?.total ?? 0

async function refresh(capacity = CAPACITY) {
  const reads = await refreshDueListings({ ...bidding.ctx, clock }, capacity, neverAborted)
  return Promise.allSettled(reads)
}

async function listingOf(auctionId: string) {
  return bidding.db.selectFrom('listings').selectAll().where('auction_id', '=', auctionId).executeTakeFirstOrThrow()
}

async function fireAtOf(bidId: number) {
  const { fire_at } = await bidding.db
    .selectFrom('bids')
    .select('fire_at')
    .where('id', '=', bidId)
    .executeTakeFirstOrThrow()
  return fire_at.toISOString()
}

async function eventsOf(bidId: number) {
  const log = await bidding.db.selectFrom('bid_events').selectAll().where('bid_id', '=', bidId).orderBy('id').execute()
  return log.map(({ detail }) => detail)
}

/** Moves the clock to the time at which a listing is due. */
async function untilDue(auctionId: string) {
  const { next_check_at } = await listingOf(auctionId)
  await clock.advanceTo(next_check_at!.getTime() + 1)
}

test('An item that two users track is read once each time it is due', async () => {
  const { itemId, auctionId } = bidding.listItem()
  await bidding.track(await bidding.bidder(), auctionId)
  await bidding.track(await bidding.bidder(), auctionId)
  const before = readsOf(itemId)

  for (let turn = 1; turn <= 3; turn++) {
    await untilDue(auctionId)
    await refresh()
    await refresh()
    expect(readsOf(itemId)).toBe(before + turn)
  }
})

test('A listing is not read before it is due, nor after its only user stops tracking it', async () => {
  const { itemId, auctionId } = bidding.listItem()
  const ann = await bidding.bidder()
  const { id } = await bidding.track(ann, auctionId)
  await refresh()
  expect(readsOf(itemId)).toBe(1)

  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  await untilDue(auctionId)
  await refresh()
  await clock.advanceBy(HOUR)
  await refresh()
  expect(readsOf(itemId)).toBe(2)
  expect((await listingOf(auctionId)).next_check_at).toBeNull()
})

test('A refresh with no listing due takes nothing from the read budget', async () => {
  const { auctionId } = bidding.listItem()
  await bidding.track(await bidding.bidder(), auctionId)
  const readBudgets = () => bidding.db.selectFrom('read_budgets').selectAll().execute()
  const before = await readBudgets()
  expect(before).toHaveLength(1)
  await refresh()
  expect(await readBudgets()).toEqual(before)
})

test('Processes that refresh at the same time read each due listing once', async () => {
  const ann = await bidding.bidder()
  const auctions = Array.from({ length: 5 }, () => bidding.listItem())
  for (const { auctionId } of auctions) await bidding.track(ann, auctionId)
  await clock.advanceTo(systemClock.now() + 3 * MINUTE)
  await Promise.all([refresh(3), refresh(3), refresh(3)])
  expect(auctions.map(({ itemId }) => readsOf(itemId))).toEqual([2, 2, 2, 2, 2])
})

test('A read budget for one listing is spent on the listing that ends soonest', async () => {
  const ann = await bidding.bidder()
  const [late, soon] = [bidding.listItem({ endsInSeconds: 3_000 }), bidding.listItem({ endsInSeconds: 700 })]
  await bidding.track(ann, late.auctionId)
  await bidding.track(ann, soon.auctionId)
  await bidding.db
    .updateTable('read_budgets')
    .set({ tokens: KEPT_FOR_USERS + 1 })
    .execute()
  await clock.advanceTo(systemClock.now() + 3 * MINUTE)

  const readBudget = openReadBudget({
    db: bidding.db,
    siteId: bidding.site.id,
    readsPerSecond: 0.0001,
    onChange: () => {},
  })
  await Promise.all(await refreshDueListings({ ...bidding.ctx, clock, readBudget }, CAPACITY, neverAborted))
  expect([readsOf(late.itemId), readsOf(soon.itemId)]).toEqual([1, 2])

  const { read_claimed_until } = await bidding.db
    .selectFrom('listings')
    .select('read_claimed_until')
    .where('auction_id', '=', late.auctionId)
    .executeTakeFirstOrThrow()
  expect(read_claimed_until).toBeNull()
})

test('A moved end moves the fire time of its snipe, and a new price is stored as a step', async () => {
  const { itemId, auctionId, bid } = await bidding.scheduledBid({ secondsBeforeEnd: 7 })
  bidding.house.control.placeRivalBid({ itemId, amount: 14 })
  const { endsAt } = bidding.house.control.moveEnd({ itemId, endsInSeconds: 50 * 60 })
  await untilDue(auctionId)
  await refresh()

  const moved = await bidding.db.selectFrom('bids').selectAll().where('id', '=', bid.id).executeTakeFirstOrThrow()
  expect(moved.fire_at.getTime()).toBe(endsAt - 7 * SECOND)
  const steps = await bidding.db
    .selectFrom('listing_prices')
    .select('bid_count')
    .where('listing_id', '=', (await listingOf(auctionId)).id)
    .orderBy('at')
    .execute()
  expect(steps.map((step) => step.bid_count)).toEqual([0, 1])
})

test('Each move of an end is logged once with its pending snipe, and the owner is notified', async () => {
  const { person, itemId, auctionId, bid } = await bidding.scheduledBid()
  const { ends_at: first } = await listingOf(auctionId)
  await using line = await followEvents(bidding.api.url, person.token)
  const notified = line.next((event) => event.type === 'bid_changed' && event.bid.fire_at !== bid.fire_at)
  const ends = [50 * MINUTE, 40 * MINUTE].map((ms) => ms / SECOND)
  const moved = []
  for (const endsInSeconds of ends) {
    moved.push(bidding.house.control.moveEnd({ itemId, endsInSeconds }).endsAt)
    for (let readings = 0; readings < 2; readings++) {
      await untilDue(auctionId)
      await refresh()
    }
  }

  expect(await eventsOf(bid.id)).toEqual([
    expect.objectContaining({ kind: 'scheduled' }),
    { kind: 'end_moved', from: first.getTime(), to: moved[0] },
    { kind: 'end_moved', from: moved[0], to: moved[1] },
  ])
  expect(await notified).toMatchObject({ bid: { id: bid.id } })
})

test('An auction that its seller ends early makes its snipe due at once', async () => {
  const { itemId, auctionId, bid } = await bidding.scheduledBid()
  bidding.house.control.closeListing({ itemId })
  await untilDue(auctionId)
  await refresh()
  expect(await listingOf(auctionId)).toMatchObject({ closed_reason: 'ended_early', next_check_at: null })
  const due = await bidding.db.selectFrom('bids').selectAll().where('id', '=', bid.id).executeTakeFirstOrThrow()
  expect(due.fire_at.getTime()).toBeLessThanOrEqual(systemClock.now())
  // An early end is not logged as a moved end: the engine logs how the snipe ended.
  expect(await eventsOf(bid.id)).toMatchObject([{ kind: 'scheduled' }])
})

test('An item that the site misses for three hours is withdrawn, and its bid keeps its moment in case it comes back', async () => {
  const { itemId, auctionId, bid, person } = await bidding.scheduledBid({ endsInSeconds: 30 * 3_600 })
  const other = await bidding.scheduledBid({ endsInSeconds: 30 * 3_600 })
  bidding.house.control.addFault({ kind: 'status', status: 404, itemId })
  const siteMessage = messages.auction.notFoundAtSite('Auction House', auctionId)
  await untilDue(auctionId)
  await refresh()
  const missedAt = clock.now()
  for (;;) {
    expect(await listingOf(auctionId)).toMatchObject({ closed_reason: null, check_error: siteMessage })
    await untilDue(auctionId)
    if (clock.now() >= missedAt + 3 * HOUR) break
    await refresh()
  }

  await refresh()
  expect(await listingOf(auctionId)).toMatchObject({ closed_reason: 'withdrawn', next_check_at: null })
  expect(await listingOf(other.auctionId)).toMatchObject({ closed_reason: null, missing_since: null })
  expect(await fireAtOf(bid.id)).toBe(bid.fire_at)
  const told = await bidding.db
    .selectFrom('notifications')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .where('kind', '=', 'auction_closed_early')
    .execute()
  expect(told).toMatchObject([{ values: { reason: 'withdrawn', hasBid: true } }])

  bidding.house.control.clearFaults()
  await getFreshListing({ ...bidding.ctx, clock }, { by: 'refresh' }, auctionId, 0)
  expect(await listingOf(auctionId)).toMatchObject({ closed_reason: null, closed_at: null, missing_since: null })
  expect(await fireAtOf(bid.id)).toBe(bid.fire_at)
})

test('Neither failures of other kinds nor the clicks of an impatient owner withdraw an item', async () => {
  const { itemId, auctionId, auction, person } = await bidding.scheduledBid({ endsInSeconds: 30 * 3_600 })
  bidding.house.control.addFault({ kind: 'status', status: 503, itemId, times: 4 })
  for (let failure = 1; failure <= 4; failure++) {
    await untilDue(auctionId)
    await refresh()
  }
  expect(await listingOf(auctionId)).toMatchObject({ check_failures: 4, missing_since: null })

  bidding.house.control.addFault({ kind: 'status', status: 404, itemId })
  await untilDue(auctionId)
  await refresh()
  // By the clock of the API, its page is a moment old.
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .where('auction_id', '=', auctionId)
    .execute()
  for (let click = 1; click <= 5; click++) {
    const { status } = await bidding.api.call(api.refreshAuction, { token: person.token, params: { id: auction.id } })
    expect(status).toBe(404)
  }
  expect(await listingOf(auctionId)).toMatchObject({ check_failures: 10, closed_reason: null, closed_at: null })

  // Failures between two misses say nothing of the item.
  const { missing_since: missedAt } = await listingOf(auctionId)
  bidding.house.control.clearFaults()
  bidding.house.control.addFault({ kind: 'status', status: 503, itemId, times: 1 })
  await untilDue(auctionId)
  await refresh()
  expect(await listingOf(auctionId)).toMatchObject({ missing_since: missedAt, closed_reason: null })
})

test('A failed read is shown on the auction and retried ever later until a read succeeds', async () => {
  const { auctionId } = bidding.listItem()
  await bidding.track(await bidding.bidder(), auctionId)
  bidding.house.control.addFault({ kind: 'garbage', times: 2 })
  const waits: number[] = []
  for (let failure = 1; failure <= 2; failure++) {
    await untilDue(auctionId)
    await refresh()
    const listing = await listingOf(auctionId)
    expect(listing).toMatchObject({ check_failures: failure, check_error: expect.stringContaining('did not answer') })
    waits.push(listing.next_check_at!.getTime() - clock.now())
  }
  expect(waits[1]).toBeGreaterThan(waits[0]!)

  await untilDue(auctionId)
  await refresh()
  expect(await listingOf(auctionId)).toMatchObject({ check_failures: 0, check_error: null })
})

test('A site that limits the rate is not read until its Retry-After has passed', async () => {
  const [first, second] = [bidding.listItem({ endsInSeconds: 1_700 }), bidding.listItem()]
  const ann = await bidding.bidder()
  const { id } = await bidding.track(ann, first.auctionId)
  await bidding.track(ann, second.auctionId)
  bidding.house.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 600, times: 1 })
  await clock.advanceTo(systemClock.now() + 3 * MINUTE)
  await refresh(1)
  const before = totalReads()

  await refresh()
  expect(totalReads()).toBe(before)
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  const { status, headers, failure } = await bidding.api.call(api.refreshAuction, { token: ann.token, params: { id } })
  expect(status).toBe(503)
  expect(failure).toMatchObject({
    code: 'site_unavailable',
    message: messages.auction.siteUnavailable('Auction House'),
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  const { site } = (await bidding.api.call(api.readHealth)).body.data
  expect(site).toMatchObject({ state: 'backing_off', because: 'rate_limited', failures: 1 })
})

test('A listing near its end is read more often as soon as its user is active', async () => {
  const ann = await bidding.bidder()
  const { itemId, auctionId } = bidding.listItem({ endsInSeconds: 9 * 60 })
  await bidding.track(ann, auctionId)
  await clock.advanceTo(systemClock.now() + 30 * SECOND)
  await refresh()
  expect(readsOf(itemId)).toBe(1)

  await markActive(bidding.db, [ann.accountId], clock.now())
  await refresh()
  expect(readsOf(itemId)).toBe(2)
  const { next_check_at } = await listingOf(auctionId)
  expect(next_check_at!.getTime() - clock.now()).toBe(20 * SECOND)
})

test('Users who refresh the same auction at the same time share one read', async () => {
  const { itemId, auctionId } = bidding.listItem()
  const users = [await bidding.bidder(), await bidding.bidder(), await bidding.bidder()]
  const tracked = await Promise.all(users.map((user) => bidding.track(user, auctionId)))
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  bidding.house.control.placeRivalBid({ itemId, amount: 30 })
  bidding.house.control.addFault({ kind: 'delay', outMs: 2_000 })
  const before = readsOf(itemId)

  const answers = await Promise.all(
    users.map(({ token }, at) => bidding.api.call(api.refreshAuction, { token, params: { id: tracked[at]!.id } })),
  )
  expect(answers.map(({ body }) => body.data.auction.bid_count)).toEqual([1, 1, 1])
  expect(readsOf(itemId)).toBe(before + 1)
})

test('Users who share a failed read are each told that the site is unavailable', async () => {
  const { itemId, auctionId } = bidding.listItem()
  const users = [await bidding.bidder(), await bidding.bidder()]
  const tracked = await Promise.all(users.map((user) => bidding.track(user, auctionId)))
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  bidding.house.control.addFault({ kind: 'delay', outMs: 2_000 })
  bidding.house.control.addFault({ kind: 'status', status: 503 })
  const before = readsOf(itemId)

  const answers = await Promise.all(
    users.map(({ token }, at) => bidding.api.call(api.refreshAuction, { token, params: { id: tracked[at]!.id } })),
  )
  expect(answers.map(({ failure }) => failure.code)).toEqual(['site_unavailable', 'site_unavailable'])
  expect(readsOf(itemId)).toBe(before + 1)
})

test('A bid does not make its listing be read more often near its end, and a user who looks does', async () => {
  const { person, itemId, auctionId } = await bidding.scheduledBid({ endsInSeconds: 9 * 60 })
  const waitMs = async () => (await listingOf(auctionId)).next_check_at!.getTime() - clock.now()
  await untilDue(auctionId)
  await refresh()
  expect(await waitMs()).toBe(2 * MINUTE)

  await markActive(bidding.db, [person.accountId], clock.now())
  await refresh()
  expect(await waitMs()).toBe(20 * SECOND)
  expect(readsOf(itemId)).toBe(3)
})

test('Who opens the page gets fresh prices of what was read a while ago, and nothing else is read', async () => {
  const [ann, bea] = [await bidding.bidder(), await bidding.bidder()]
  const [inDays, tonight, current] = [
    bidding.listItem({ endsInSeconds: 5 * 24 * 3_600 }),
    bidding.listItem({ endsInSeconds: 20 * 3_600 }),
    bidding.listItem({ endsInSeconds: 20 * 3_600 }),
  ]
  const ofBea = bidding.listItem({ endsInSeconds: 20 * 3_600 })
  for (const { auctionId } of [inDays, tonight, current]) await bidding.track(ann, auctionId)
  await bidding.track(bea, ofBea.auctionId)
  const readAgo = (auctionId: string, ms: number, waitMs: number) =>
    bidding.db
      .updateTable('listings')
      .set({
        last_checked_at: new Date(clock.now() - ms),
        next_check_at: new Date(clock.now() - ms + waitMs),
      })
      .where('auction_id', '=', auctionId)
      .execute()
  await readAgo(inDays.auctionId, 61 * MINUTE, 2 * HOUR)
  for (const { auctionId } of [tonight, ofBea]) await readAgo(auctionId, 16 * MINUTE, 30 * MINUTE)
  await readAgo(current.auctionId, 10 * MINUTE, 30 * MINUTE)
  for (const { itemId } of [inDays, tonight, current, ofBea])
    bidding.house.control.placeRivalBid({ itemId, amount: 30 })
  await refresh()
  expect([inDays, tonight, current, ofBea].map(({ itemId }) => readsOf(itemId))).toEqual([1, 1, 1, 1])

  await using page = await followEvents(bidding.api.url, ann.token)
  await refresh()
  expect([inDays, tonight, current, ofBea].map(({ itemId }) => readsOf(itemId))).toEqual([2, 2, 1, 1])
  const soon = (await listingOf(current.auctionId)).next_check_at!.getTime() - clock.now()
  expect(soon).toBeLessThanOrEqual(5 * MINUTE)
  const arrived = await page.next((event) => event.type === 'auction-updated')
  expect(arrived).toMatchObject({ auction: { bid_count: 1 } })
})
