import { api } from '@bidwell/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'

const QUOTES = 'ItemDetail/CalculateShipping'

let bidding: Bidding
let ann: Person
let bea: Person

beforeEach(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
  bea = await bidding.bidder()
})
afterEach(() => bidding[Symbol.asyncDispose]())

const setZip = ({ token }: Person, shipping_zip: string | null) =>
  bidding.api.call(api.changeProfile, { token, body: { shipping_zip } })
const quotesOf = (itemId: number) => bidding.house.control.readReads().reads[QUOTES]?.items[itemId] ?? 0

async function costOf({ token }: Person, auctionId: string) {
  await bidding.api.call(api.scrapeAuction, { token, body: { url: auctionId } })
  const { body } = await bidding.api.call(api.readItemCost, { token, query: { auction_id: auctionId } })
  const { delivered: _delivered, ...cost } = body.data
  return cost
}

test('The site estimates the shipping for a ZIP code once; another user without a ZIP code gets no estimate', async () => {
  const auction = bidding.listItem({ handling: 3 })
  expect(await costOf(ann, auction.auctionId)).toMatchObject({ basis: 'no_zip', shipping_cost: null, handling_cost: 3 })
  await setZip(ann, ' 97201 ')
  const cost = await costOf(ann, auction.auctionId)
  expect(cost).toMatchObject({ basis: 'estimated', handling_cost: 3, zip: '97201' })
  expect(cost.shipping_cost).toBeGreaterThan(5)
  expect(await costOf(ann, auction.auctionId)).toEqual(cost)
  expect(await costOf(bea, auction.auctionId)).toMatchObject({ basis: 'no_zip', zip: null })
  expect(quotesOf(auction.itemId)).toBe(1)
})

test('What an item costs shows nobody which items others watch', async () => {
  const [watched, unread] = [bidding.listItem({ handling: 3 }), bidding.listItem({ handling: 3 })]
  await bidding.track(ann, watched.auctionId)
  const ask = ({ token }: Person, auction_id: string) =>
    bidding.api.call(api.readItemCost, { token, query: { auction_id } })
  const [ofWatched, ofUnread] = [await ask(bea, watched.auctionId), await ask(bea, unread.auctionId)]
  expect([ofWatched.status, ofWatched.body]).toEqual([ofUnread.status, ofUnread.body])

  // The site shows the auction no more: only who watches it still knows it, before and after it counts as withdrawn.
  bidding.house.control.addFault({ kind: 'status', status: 404, itemId: watched.itemId })
  const { failure: never } = await ask(bea, '999999999')
  const message = never.message.replace('999999999', watched.auctionId)
  for (const closed of [{}, { closed_at: new Date(0), closed_reason: 'withdrawn' as const }]) {
    const asBefore = { last_checked_at: new Date(0), missing_since: null }
    await bidding.db
      .updateTable('listings')
      .set({ ...asBefore, ...closed })
      .execute()
    const gone = await ask(bea, watched.auctionId)
    expect([gone.status, gone.failure]).toEqual([404, { ...never, message }])
  }
  expect((await ask(ann, watched.auctionId)).status).toBe(200)
})

test('Stated shipping and pick-up need no estimate', async () => {
  await setZip(ann, '97201')
  const stated = bidding.listItem({ shipping: 'one-cent' })
  const pickup = bidding.listItem({ shipping: 'pickup-only' })
  expect(await costOf(ann, stated.auctionId)).toMatchObject({ basis: 'stated', shipping_cost: 0.01, zip: null })
  expect(await costOf(ann, pickup.auctionId)).toMatchObject({ basis: 'pickup', shipping_cost: null })
})

test('An estimate that fails is said to have failed, stops no read of an item, and is tried again', async () => {
  await setZip(ann, '97201')
  const auction = bidding.listItem({ handling: 3 })
  bidding.house.control.addFault({ kind: 'status', status: 503, endpoint: QUOTES })
  expect(await costOf(ann, auction.auctionId)).toMatchObject({ basis: 'failed', handling_cost: 3, shipping_cost: null })
  bidding.house.control.clearFaults()
  expect(await costOf(ann, auction.auctionId)).toMatchObject({ basis: 'estimated' })
})

test('An estimate is asked for again after a week, while the auction is open; another ZIP code keeps its own', async () => {
  await setZip(ann, '97201')
  await setZip(bea, '10001')
  const auction = bidding.listItem()
  const [first, ofBea] = [await costOf(ann, auction.auctionId), await costOf(bea, auction.auctionId)]
  const estimates = () => bidding.db.selectFrom('shipping_estimates').selectAll().orderBy('zip').execute()
  await age('97201', 6)
  expect(await costOf(ann, auction.auctionId)).toEqual({ ...first, shipping_cost: 1 })
  expect(quotesOf(auction.itemId)).toBe(2)

  await age('97201', 8)
  bidding.house.control.addFault({ kind: 'status', status: 503, endpoint: QUOTES })
  expect(await costOf(ann, auction.auctionId)).toEqual({ ...first, shipping_cost: 1 })
  bidding.house.control.clearFaults()
  const [before] = await estimates()
  expect(await costOf(ann, auction.auctionId)).toEqual(first)
  expect(await costOf(bea, auction.auctionId)).toEqual(ofBea)
  expect((await estimates())[0]).toEqual(before)

  await age('97201', 8)
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: new Date(0), closed_reason: 'ended' })
    .where('auction_id', '=', auction.auctionId)
    .execute()
  const { token } = ann
  const { body } = await bidding.api.call(api.readItemCost, { token, query: { auction_id: auction.auctionId } })
  expect(body.data.shipping_cost).toBe(1)
})

/** Makes an estimate as old as that, for one dollar. */
const age = (zip: string, days: number) =>
  bidding.db
    .updateTable('shipping_estimates')
    .set({ estimated_at: new Date(bidding.ctx.clock.now() - days * 86_400_000), shipping_cents: 100 })
    .where('zip', '=', zip)
    .execute()

test('A ZIP code without five digits is refused with the rule, and the earlier one stays', async () => {
  await setZip(ann, '97201')
  const refused = await setZip(ann, '9720')
  expect([refused.status, refused.body.message]).toEqual([422, 'A ZIP code has five digits, such as 97201'])
  const { token } = ann
  expect((await bidding.api.call(api.readProfile, { token })).body.data.shipping_zip).toBe('97201')
  await setZip(ann, null)
  expect((await bidding.api.call(api.readProfile, { token })).body.data.shipping_zip).toBeNull()
})

test('A handling charge that the site has never shown is not known, and not free', async () => {
  const auction = bidding.listItem({ shipping: 'one-cent' })
  await bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url: auction.auctionId } })
  await bidding.db
    .updateTable('listings')
    .set({ handling_cents: null })
    .where('auction_id', '=', auction.auctionId)
    .execute()
  expect(await costOf(ann, auction.auctionId)).toMatchObject({
    basis: 'stated',
    handling_cost: null,
    shipping_cost: 0.01,
  })
})

test('The history and its file have what a won item costs in all, for the ZIP code of its owner', async () => {
  await setZip(ann, '97201')
  const [first, second] = [await wonBy(ann, 'Lamp of Ann'), await wonBy(bea, 'Lamp of Bea')]
  expect([first.basis, second.basis]).toEqual(['estimated', 'no_zip'])
  expect(await historyOf(ann)).toMatchObject([
    {
      title: 'Lamp of Ann',
      paid: 10,
      in_all: expect.closeTo(13 + (first.shipping_cost ?? 0)),
      in_all_is_estimate: true,
    },
  ])
  expect(await historyOf(bea)).toMatchObject([{ title: 'Lamp of Bea', paid: 10, in_all: null }])
})

const historyOf = async ({ token }: Person) =>
  (await bidding.api.call(api.listHistory, { token, query: { search: 'Lamp of' } })).body.data.entries

/** What an item costs besides its price, which the person has won for $10. */
async function wonBy(person: Person, title: string) {
  const { auctionId } = bidding.listItem({ title })
  await bidding.track(person, auctionId)
  const cost = await costOf(person, auctionId)
  const { body } = await bidding.schedule(person, auctionId, 25)
  await bidding.db
    .updateTable('bids')
    .set({ status: 'won', outcome: 'won', final_price_cents: 1_000, settled_at: new Date(0) })
    .where('id', '=', body.data.bid.id)
    .execute()
  return cost
}
