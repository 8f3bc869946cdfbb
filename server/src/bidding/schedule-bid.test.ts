import { api, auctionFromWire, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { writeReading } from '../auctions/listings/write-readings.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

let bidding: Bidding
let ann: Person

beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

async function aTrackedAuction(terms: Parameters<Bidding['listItem']>[0] = {}) {
  const { itemId, auctionId } = bidding.listItem(terms)
  const auction = await bidding.track(ann, auctionId)
  return { itemId, auctionId, auction }
}

const rowsOf = (auctionId: string) =>
  bidding.db
    .selectFrom('bids')
    .innerJoin('listings', 'listings.id', 'bids.listing_id')
    .selectAll('bids')
    .where('listings.auction_id', '=', auctionId)
    .execute()

async function isAnyQueryWaiting() {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`.execute(bidding.db)
  return rows.length > 0 || null
}

/** Resolves once some statement in this database waits for a lock. */
async function untilAnyQueryWaits() {
  expect(await pollUntil(systemClock, isAnyQueryWaiting, { everyMs: 5, forMs: 60_000 })).toBe(true)
}

test('A bid fires at the end of the auction minus its lead', async () => {
  const { auctionId, auction } = await aTrackedAuction()
  const { status, body } = await bidding.schedule(ann, auctionId, 25.5, 7)
  expect(status).toBe(200)
  expect(body.data.bid).toMatchObject({
    auction_id: auctionId,
    tracked_auction_id: auction.id,
    user_id: ann.accountId,
    max_bid: 25.5,
    seconds_before_end: 7,
    status: 'pending',
    phase: 'waiting',
  })
  expect(auctionFromWire(auction).endsOn - Date.parse(body.data.bid.fire_at)).toBe(7_000)
})

test('Scheduling again changes the pending bid', async () => {
  const { auctionId } = await aTrackedAuction()
  const first = await bidding.schedule(ann, auctionId, 25, 5)
  const again = await bidding.schedule(ann, auctionId, 30, 9)
  expect(again.body.data.bid).toMatchObject({ id: first.body.data.bid.id, max_bid: 30, seconds_before_end: 9 })
  expect(await rowsOf(auctionId)).toHaveLength(1)
})

test('Twelve concurrent requests schedule one bid, with one of their amounts', async () => {
  const { auctionId } = await aTrackedAuction()
  const amounts = Array.from({ length: 12 }, (_, at) => 20 + at)
  const answers = await Promise.all(amounts.map((amount) => bidding.schedule(ann, auctionId, amount)))
  // A later one may take an earlier one's place before that has been answered.
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const rows = await rowsOf(auctionId)
  expect(rows).toHaveLength(1)
  expect(amounts.map((dollars) => dollars * 100)).toContain(rows[0]!.max_bid_cents)
})

test.each([
  [0, 'Bid amount must be greater than 0'],
  [-1, messages.bid.amountNotPositive],
  [-1e21, messages.bid.amountNotPositive],
  [0.1 + 0.2 + 20.001, messages.bidRefusal.amountNotCents],
  [25.001, messages.bidRefusal.amountNotCents],
  [5e-324, messages.bidRefusal.amountNotCents],
  [1_000_000.01, messages.bidRefusal.amountTooLarge],
  [1e9, messages.bidRefusal.amountTooLarge],
  [1e21, messages.bidRefusal.amountTooLarge],
  [2 ** 53, messages.bidRefusal.amountTooLarge],
  [Number.MAX_VALUE, messages.bidRefusal.amountTooLarge],
])('An amount of %d is refused with the sentence of the rule', async (amount, siteMessage) => {
  const { auctionId } = await aTrackedAuction()
  const { status, failure } = await bidding.schedule(ann, auctionId, amount)
  expect([status, failure.message, failure.details?.[0]?.path]).toEqual([422, siteMessage, 'maxBid'])
  expect(await rowsOf(auctionId)).toEqual([])
})

test('An amount that a double cannot hold exactly is read as whole cents', async () => {
  const { auctionId } = await aTrackedAuction({ startingPrice: 1 })
  const { body } = await bidding.schedule(ann, auctionId, 1.1 + 2.2)
  expect(body.data.bid.max_bid).toBe(3.3)
})

test.each(['12,50', '１２', ' 5', '0x10', '1e3', null, [5], { $gt: 0 }, true, Number.NaN])(
  'An amount that is not a number is refused with the name of the field: %j',
  async (maxBid) => {
    const { auctionId } = await aTrackedAuction()
    const body = { auctionId, maxBid, secondsBeforeEnd: 5 }
    const { status, failure } = await bidding.api.call(api.scheduleBid, { token: ann.token, body })
    expect([status, failure.details?.[0]?.path]).toEqual([400, 'maxBid'])
  },
)

test.each([0, 181, -5, 5.5, 1e9])('A lead of %d seconds is refused', async (lead) => {
  const { auctionId } = await aTrackedAuction()
  const { status, failure } = await bidding.schedule(ann, auctionId, 25, lead)
  expect([status, failure.message]).toEqual([422, messages.bidRefusal.leadOutOfRange])
})

test('An unknown field is refused with its name', async () => {
  const { auctionId } = await aTrackedAuction()
  const body = { auctionId, maxBid: 25, secondsBeforeEnd: 5, user_id: 1 }
  const { status, failure } = await bidding.api.call(api.scheduleBid, { token: ann.token, body })
  expect([status, JSON.stringify(failure.details)]).toEqual([400, expect.stringContaining('user_id')])
})

test('On an item without bids, the maximum must be at least the starting price', async () => {
  const { auctionId } = await aTrackedAuction({ startingPrice: 20 })
  const { status, failure } = await bidding.schedule(ann, auctionId, 19.99)
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'bid_too_low',
    'First bid must be at least the starting price',
  ])
  expect((await bidding.schedule(ann, auctionId, 20)).status).toBe(200)
})

test('On an item with bids, the maximum must be at least the next acceptable bid', async () => {
  const { itemId, auctionId } = await aTrackedAuction({ startingPrice: 20, bidIncrement: 5 })
  bidding.house.control.placeRivalBid({ itemId, amount: 30 })
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  const { status, failure } = await bidding.schedule(ann, auctionId, 24.99)
  expect([status, failure.message]).toEqual([422, 'Bid must be at least $25.00'])
  expect((await bidding.schedule(ann, auctionId, 25)).status).toBe(200)
})

test('Without a stored site login no bid can be scheduled', async () => {
  const bea = await bidding.api.signUp()
  const { auctionId } = bidding.listItem()
  await bidding.track(bea, auctionId)
  const { status, failure } = await bidding.schedule(bea, auctionId, 25)
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'credentials_missing',
    messages.connection.requiredToBid('Auction House'),
  ])
})

test('A bid on an auction that is not tracked, or no longer tracked, is refused', async () => {
  const { auctionId } = bidding.listItem()
  const stranger = await bidding.bidder()
  await bidding.track(stranger, auctionId)
  expect((await bidding.schedule(ann, auctionId, 25)).failure.message).toBe('Auction not found for scheduling bid')

  const { id } = await bidding.track(ann, auctionId)
  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  const { status, failure } = await bidding.schedule(ann, auctionId, 25)
  expect([status, failure.message]).toEqual([404, 'Auction not found for scheduling bid'])
})

test('A bid that is scheduled while its auction is being removed is refused', async () => {
  const { auctionId, auction } = await aTrackedAuction()
  const { answer } = await bidding.db.transaction().execute(async (tx) => {
    await lockAccount(tx, ann.accountId)
    const removed = { removed_at: new Date(systemClock.now()) }
    await tx.updateTable('tracked_auctions').set(removed).where('id', '=', auction.id).execute()
    const answer = bidding.schedule(ann, auctionId, 25)
    await untilAnyQueryWaits()
    return { answer }
  })
  expect((await answer).status).toBe(404)
  expect(await rowsOf(auctionId)).toEqual([])
})

test('An auction that is over cannot be bid on', async () => {
  const { itemId, auctionId } = await aTrackedAuction()
  bidding.house.control.closeListing({ itemId })
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  const { status, failure } = await bidding.schedule(ann, auctionId, 25)
  expect([status, failure.message]).toEqual([422, messages.auction.alreadyOver])
})

test('A bid whose time to fire has passed is accepted while the auction is open, and is due at once', async () => {
  const { auctionId } = await aTrackedAuction({ endsInSeconds: 60 })
  const { status, body } = await bidding.schedule(ann, auctionId, 25, 180)
  expect(status).toBe(200)
  expect(Date.parse(body.data.bid.fire_at)).toBeLessThan(Date.parse(body.data.bid.created_at))
})

test('A bid is refused with less than three seconds left', async () => {
  const { auctionId } = await aTrackedAuction({ endsInSeconds: 2.5 })
  const { status, failure } = await bidding.schedule(ann, auctionId, 25, 1)
  expect([status, failure.code, failure.message]).toEqual([409, 'too_late', messages.bidRefusal.endsTooSoon])
})

test('A bid on a known auction can be scheduled while the site is unreachable', async () => {
  await using bidding = await startBidding()
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  bidding.house.control.addFault({ kind: 'cut' })
  expect((await bidding.schedule(person, auctionId, 25)).status).toBe(200)
})

test('The maximum and the lead of a pending bid can be changed together or alone', async () => {
  const { auctionId, auction } = await aTrackedAuction()
  const { id } = (await bidding.schedule(ann, auctionId, 25, 5)).body.data.bid
  const change = (body: object) =>
    bidding.api.call(api.changeBid, { token: ann.token, params: { id }, body: { ...body } })

  expect((await change({ maxBid: 40, confirmMaxBid: 40 })).body.data.bid).toMatchObject({
    max_bid: 40,
    seconds_before_end: 5,
  })
  const sooner = (await change({ secondsBeforeEnd: 12 })).body.data.bid
  expect(sooner).toMatchObject({ max_bid: 40, seconds_before_end: 12 })
  expect(auctionFromWire(auction).endsOn - Date.parse(sooner.fire_at)).toBe(12_000)

  expect((await change({})).failure.message).toBe(messages.bidRefusal.nothingToChange)
  expect((await change({ maxBid: 0.01 })).status).toBe(422)
  expect((await change({ maxBid: 33.333 })).failure.message).toBe(messages.bidRefusal.amountNotCents)
})

test('A bid that is scheduled while the end is moving fires before the new end', async () => {
  const { auctionId } = await aTrackedAuction()
  const reading = await bidding.site.readItem(auctionId)
  const endsAt = reading.endsAt + 600_000
  const { answer } = await bidding.db.transaction().execute(async (tx) => {
    await writeReading(tx, bidding.site.id, { ...reading, endsAt }, systemClock.now())
    const answer = bidding.schedule(ann, auctionId, 25, 7)
    await untilAnyQueryWaits()
    return { answer }
  })
  const { bid } = (await answer).body.data
  expect(Date.parse(bid.fire_at)).toBe(endsAt - 7_000)
})

test('A bid fires at the end minus the lead, whichever of the two changes last', async () => {
  const { itemId, auctionId, auction } = await aTrackedAuction()
  for (let round = 0; round < 10; round++) {
    bidding.house.control.moveEnd({ itemId, endsInSeconds: 1_800 + 60 * round })
    await bidding.db
      .updateTable('listings')
      .set({ last_checked_at: new Date(0) })
      .execute()
    await Promise.all([
      bidding.api.call(api.refreshAuction, { token: ann.token, params: { id: auction.id } }),
      bidding.schedule(ann, auctionId, 25, 10 + round),
      bidding.schedule(ann, auctionId, 25, 30 + round),
    ])
    const { ends_at } = await bidding.db
      .selectFrom('listings')
      .select('ends_at')
      .where('auction_id', '=', auctionId)
      .executeTakeFirstOrThrow()
    for (const bid of await rowsOf(auctionId)) {
      expect(ends_at.getTime() - bid.fire_at.getTime()).toBe(bid.seconds_before_end * 1_000)
    }
  }
})

test('A bid of another account cannot be changed', async () => {
  const { auctionId } = await aTrackedAuction()
  const { id } = (await bidding.schedule(ann, auctionId, 25)).body.data.bid
  const { token } = await bidding.bidder()
  const { status } = await bidding.api.call(api.changeBid, {
    token,
    params: { id },
    body: { maxBid: 1000, confirmMaxBid: 1000 },
  })
  expect(status).toBe(404)
})

test('The receipt of a waiting bid shows each requested change', async () => {
  const { auctionId } = await aTrackedAuction()
  const { id } = (await bidding.schedule(ann, auctionId, 25, 5)).body.data.bid
  await bidding.schedule(ann, auctionId, 30, 5)
  const { body } = await bidding.api.call(api.readReceipt, { token: ann.token, params: { id } })
  expect(body.data.summary).toBe('Waiting: a bid of at most $30.00 leaves 5 s before the end.')
  expect(body.data.events.map(({ message }) => message)).toEqual([
    'Scheduled: at most $25.00, 5 s before the end.',
    'Changed: at most $30.00, 5 s before the end.',
  ])
})

test('Repeating a request with the same idempotency key tracks the auction once', async () => {
  const { auctionId } = bidding.listItem()
  const headers = { 'Idempotency-Key': 'track-it-once' }
  const track = () => bidding.api.call(api.trackAuction, { token: ann.token, body: { auction_id: auctionId }, headers })
  expect((await track()).body).toEqual((await track()).body)
})
