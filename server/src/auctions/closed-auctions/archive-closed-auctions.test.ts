import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import type { ItemReading } from '../../marketplace/marketplace.ts'
import { systemClock } from '../../platform/clock.ts'
import { carryOutDeletions } from '../../privacy/carry-out-deletions.ts'
import { getFreshListing } from '../listings/get-fresh-listing.ts'
import { writeReading } from '../listings/write-readings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let bidding: Bidding
let ann: Person
let ben: Person
/** Runs ahead of the wall clock, so that readings are hours apart. */
let clock: ManualClock
beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
  ben = await bidding.bidder()
  clock = manualClock(systemClock.now())
})
afterAll(() => bidding[Symbol.asyncDispose]())

const read = (auctionId: string) => getFreshListing({ ...bidding.ctx, clock }, { by: 'refresh' }, auctionId, 0)

/** Lets time pass on this machine, and reads the auction. */
async function readAfter(ms: number, auctionId: string) {
  await clock.advanceBy(ms)
  return read(auctionId)
}

const rowsOf = async (auctionId: string) =>
  bidding.db.selectFrom('closed_auctions').selectAll().where('auction_id', '=', auctionId).execute()

async function shownTo({ token }: Person, id: number) {
  const { status, body } = await bidding.api.call(api.readClosedAuction, { token, params: { id } })
  return status === 200 ? body.data.closed_auction : status
}

/** Three people bid; `ann` and `ben` both track the auction. */
async function contestedAuction(title: string) {
  const { itemId, auctionId } = bidding.listItem({ title, startingPrice: 10, bidIncrement: 1, endsInSeconds: 7_200 })
  const tracked = [await bidding.track(ann, auctionId), await bidding.track(ben, auctionId)] as const
  const bid = (bidder: string, amount: number) => bidding.house.control.placeRivalBid({ itemId, bidder, amount })
  return { itemId, auctionId, tracked, bid }
}

/** Stores what the site shows now, with some of it changed. */
async function store(auctionId: string, changed: (reading: ItemReading) => Partial<ItemReading>) {
  const reading = await bidding.site.readItem(auctionId)
  await bidding.db
    .transaction()
    .execute((tx) => writeReading(tx, bidding.site.id, { ...reading, ...changed(reading) }, clock.now()))
}

test('The reading after the close keeps the auction once for all who track it, without a name of a bidder', async () => {
  const { itemId, auctionId, tracked, bid } = await contestedAuction('Oak chair')
  const bystander = await contestedAuction('Elm chair')
  bid('firstbidder', 20)
  await readAfter(110 * MINUTE, auctionId)
  bid('secondbidder', 35)
  await readAfter(20 * MINUTE, auctionId)
  await readAfter(34 * MINUTE, auctionId)
  bid('thirdbidder', 60)
  await readAfter(14 * MINUTE, auctionId)
  expect(await shownTo(ann, tracked[0].id)).toBeNull()
  bidding.house.control.closeListing({ itemId })
  await readAfter(2 * MINUTE, auctionId)
  await readAfter(HOUR, auctionId)

  const facts = {
    closed_because: 'ended_early',
    ended_at: expect.stringMatching(/Z$/),
    starting_price: 10,
    final_price: 36,
    bid_increment: 1,
    bid_count: 3,
    bidder_count: 3,
    second_amount: 35,
    third_amount: 20,
    // The auction was not tracked yet a day before its end.
    price_day_before: null,
    price_hour_before: 10,
    price_quarter_hour_before: 21,
    shipping_cost: null,
  }
  expect(await shownTo(ann, tracked[0].id)).toEqual(facts)
  expect(await shownTo(ben, tracked[1].id)).toEqual(facts)

  const [row, ...others] = await rowsOf(auctionId)
  expect(others).toEqual([])
  expect(row).toMatchObject({ title: 'Oak chair', closed_reason: 'ended_early', bid_increment_cents: 100 })
  expect(row?.seller).not.toBeNull()
  expect(JSON.stringify(row)).not.toMatch(/bidder"|f\*\*\*\*r|account|@/)
  expect(await rowsOf(bystander.auctionId)).toEqual([])
  expect(await shownTo(ann, bystander.tracked[0].id)).toBeNull()
})

test('A user sees what is kept of an auction that they have tracked, also after removing it, and of no other', async () => {
  const { itemId, auctionId, tracked } = await contestedAuction('Ash chair')
  bidding.house.control.closeListing({ itemId })
  await readAfter(MINUTE, auctionId)
  const kept = await shownTo(ann, tracked[0].id)
  expect(kept).toMatchObject({ closed_because: 'ended_early' })
  expect(await shownTo(ann, tracked[1].id)).toBe(404)

  const { status } = await bidding.api.call(api.removeAuction, { token: ann.token, params: { id: tracked[0].id } })
  expect(status).toBe(200)
  expect(await shownTo(ann, tracked[0].id)).toEqual(kept)
  expect(await shownTo(ben, tracked[0].id)).toBe(404)
})

test('An auction without bids is kept with its starting price and no bidders', async () => {
  const { itemId, auctionId } = await contestedAuction('Tin cup')
  bidding.house.control.closeListing({ itemId })
  await readAfter(MINUTE, auctionId)
  expect(await rowsOf(auctionId)).toMatchObject([
    { final_price_cents: 1_000, bid_count: 0, bidder_count: 0, second_amount_cents: null, third_amount_cents: null },
  ])
})

test('An auction that closes at its moved end is kept with that end', async () => {
  const { itemId, auctionId } = await contestedAuction('Tin can')
  const { endsAt } = bidding.house.control.moveEnd({ itemId, endsInSeconds: 600 })
  await readAfter(MINUTE, auctionId)
  await store(auctionId, ({ clock: shown }) => ({ closed: true, clock: { ...shown, siteTime: endsAt + 2_000 } }))
  expect(await rowsOf(auctionId)).toMatchObject([{ closed_reason: 'ended', ended_at: new Date(endsAt) }])
})

test('An early close for which the site still shows the announced end is kept without an end', async () => {
  const { auctionId, bid } = await contestedAuction('Tin box')
  bid('firstbidder', 20)
  await store(auctionId, () => ({ closed: true }))
  expect(await rowsOf(auctionId)).toMatchObject([
    { closed_reason: 'ended_early', ended_at: null, price_quarter_hour_before_cents: null, bid_count: 1 },
  ])
})

test('An auction that the site no longer has is kept as withdrawn, without what no reading told', async () => {
  const { itemId, auctionId, tracked } = await contestedAuction('Tin horse')
  bidding.house.control.addFault({ kind: 'status', status: 404, itemId })
  for (let miss = 1; miss <= 4; miss++) await readAfter(HOUR, auctionId).catch(() => {})
  bidding.house.control.clearFaults()
  expect(await rowsOf(auctionId)).toMatchObject([
    { title: 'Tin horse', closed_reason: 'withdrawn', final_price_cents: null, bid_count: null, ended_at: null },
  ])
  expect(await shownTo(ben, tracked[1].id)).toMatchObject({
    closed_because: 'withdrawn',
    ended_at: null,
    final_price: null,
    bid_count: null,
  })
})

test('A value that the site does not show after the close is kept as unknown', async () => {
  const { auctionId, bid } = await contestedAuction('Tin star')
  bid('firstbidder', 20)
  await read(auctionId)
  await store(auctionId, ({ endsAt, clock: shown }) => ({
    closed: true,
    clock: { ...shown, siteTime: endsAt + 1 },
    title: null,
    startingPriceCents: null,
    bidIncrementCents: null,
    bidCount: null,
    bidders: null,
  }))
  expect(await rowsOf(auctionId)).toMatchObject([
    { title: null, starting_price_cents: null, bid_increment_cents: null, bid_count: null, bidder_count: null },
  ])
})

test('A later reading adds what the first one after the close did not tell, and corrects it only with more bids', async () => {
  const { itemId, auctionId, bid } = await contestedAuction('Tin moon')
  bid('firstbidder', 20)
  bidding.house.control.closeListing({ itemId })
  await store(auctionId, () => ({ bidders: null, shippingCents: 700 }))
  await store(auctionId, () => ({ currentPriceCents: 5_000, shippingCents: null }))
  const [first] = await rowsOf(auctionId)
  expect(first).toMatchObject({ final_price_cents: 1_000, bidder_count: 1, shipping_cents: 700, bid_count: 1 })

  await store(auctionId, () => ({ currentPriceCents: 2_100, bidCount: 2 }))
  expect(await rowsOf(auctionId)).toEqual([{ ...first, final_price_cents: 2_100, bid_count: 2 }])
})

test('An auction that the site shows open again is kept anew when it closes again', async () => {
  const { itemId, auctionId, tracked, bid } = await contestedAuction('Tin sun')
  bid('firstbidder', 20)
  await store(auctionId, () => ({ closed: true, shippingCents: 700 }))
  await readAfter(MINUTE, auctionId)
  expect(await shownTo(ann, tracked[0].id)).toBeNull()
  bidding.house.control.closeListing({ itemId })
  await readAfter(MINUTE, auctionId)
  const [row] = await rowsOf(auctionId)
  expect(row?.ended_at).not.toBeNull()
  expect(row?.shipping_cents).toBeNull()
})

test('An auction that was looked up after its close is not kept', async () => {
  const { itemId, auctionId } = bidding.listItem()
  bidding.house.control.closeListing({ itemId })
  for (let times = 1; times <= 2; times++) {
    await bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url: auctionId } })
    await read(auctionId)
  }
  expect(await rowsOf(auctionId)).toEqual([])
})

test('A closed auction is kept as it is when the accounts that tracked it are deleted', async () => {
  const [leaver, bystander] = [await bidding.bidder(), await bidding.bidder()]
  const { itemId, auctionId } = bidding.listItem({ title: 'Tin ship' })
  const { id } = await bidding.track(leaver, auctionId)
  bidding.house.control.closeListing({ itemId })
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .where('auction_id', '=', auctionId)
    .execute()
  await bidding.api.call(api.refreshAuction, { token: leaver.token, params: { id } })
  const before = await rowsOf(auctionId)
  expect(before).toHaveLength(1)

  await bidding.api.call(api.deleteAccount, { token: leaver.token })
  await sql`update account_deletions set due_at = clock_timestamp()`.execute(bidding.db)
  await carryOutDeletions({ ...bidding.ctx, process: 'jobs' })
  const accounts = await bidding.db.selectFrom('accounts').select('id').execute()
  expect(accounts).not.toContainEqual({ id: leaver.accountId })
  expect(accounts).toContainEqual({ id: bystander.accountId })
  expect(await rowsOf(auctionId)).toEqual(before)
})
