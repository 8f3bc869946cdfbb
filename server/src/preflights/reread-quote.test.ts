import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidder, type Preflighting, startPreflighting } from '../../test/preflighting.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const QUOTES = 'ItemDetail/CalculateShipping'

let world: Preflighting
let ann: Bidder

beforeAll(async () => {
  world = await startPreflighting()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  ann = await world.bidder()
})

/** A bid that costs $60.00 delivered, on an auction that closes in 30 hours. */
async function deliveredBid(change: { pickup?: boolean } = {}) {
  const { itemId } = world.house.control.createListing({ title: 'Brass lamp', endsInSeconds: 30 * 3_600 })
  const auctionId = String(itemId)
  const token = await ann.token()
  await world.api.call(api.changeProfile, { token, body: { shipping_zip: '97201' } })
  await world.api.call(api.trackAuction, { token, body: { auction_id: auctionId } })
  const body = { auctionId, allIn: 60, confirmMaxBid: 60, secondsBeforeEnd: 5, ...change }
  const scheduled = await world.api.call(api.scheduleBid, { token, body })
  if (scheduled.status !== 200) throw new Error(scheduled.failure.message)
  const { bid } = scheduled.body.data
  return { id: bid.id, itemId, maxBid: bid.max_bid, fireAt: Date.parse(bid.fire_at) }
}

/** The kept quote is $4.00 less than that of the site, and the bid as much higher. */
async function makeQuoteCheaper(id: number) {
  const db = world.api.db
  await sql`
    update shipping_estimates set shipping_cents = shipping_cents - 400
     where listing_id = (select listing_id from bids where id = ${id})`.execute(db)
  await sql`
    update bids set max_bid_cents = max_bid_cents + 400,
           cost_basis = cost_basis || jsonb_build_object(
             'shippingCents', (cost_basis ->> 'shippingCents')::int - 400,
             'quote', cost_basis -> 'quote' || jsonb_build_object(
               'shippingCents', (cost_basis -> 'quote' ->> 'shippingCents')::int - 400))
     where id = ${id}`.execute(db)
}

test('The shipping is quoted when a bid is scheduled, a day and an hour ahead, and not a quarter of an hour ahead', async () => {
  const { id, fireAt, maxBid } = await deliveredBid()
  expect(world.readsOf(QUOTES)).toBe(1)
  for (const [beforeMs, reads] of [
    [25 * HOUR, 1],
    [24 * HOUR, 2],
    [2 * HOUR, 2],
    [HOUR, 3],
    [15 * MINUTE, 3],
    [MINUTE, 3],
  ] as const) {
    world.moveTo(fireAt, beforeMs)
    await makeQuoteCheaper(id)
    await world.runDue()
    expect([beforeMs, world.readsOf(QUOTES)]).toEqual([beforeMs, reads])
    const expected = [24 * HOUR, HOUR].includes(beforeMs) ? maxBid : expect.any(Number)
    expect((await ann.readBid(id))?.max_bid).toEqual(expected)
  }
})

test('A quote that cannot be read changes nothing, and is read at the next preflight', async () => {
  const { id, fireAt, maxBid } = await deliveredBid()
  world.moveTo(fireAt, HOUR)
  await makeQuoteCheaper(id)
  world.house.control.addFault({ kind: 'status', status: 503, endpoint: QUOTES })
  await world.runDue()
  const kept = await ann.readBid(id)
  expect(kept).toMatchObject({ max_bid: expect.closeTo(maxBid + 4), preflight: { findings: [] } })
  world.house.control.clearFaults()
  world.moveTo(fireAt, 15 * MINUTE)
  await world.runDue()
  expect(await ann.readBid(id)).toMatchObject({ max_bid: maxBid })
})

test('A new ZIP code is quoted soon, and a bid on an item that is collected needs no quote', async () => {
  const { id } = await deliveredBid()
  const collected = await deliveredBid({ pickup: true })
  const token = await ann.token()
  await world.api.call(api.changeProfile, { token, body: { shipping_zip: '10001' } })
  expect(await ann.readBid(id)).toMatchObject({ delivered: { is_for_other_zip: true } })
  await world.runDue()
  expect(await ann.readBid(id)).toMatchObject({ delivered: { is_for_other_zip: false, source: 'quote' } })
  expect(await ann.readBid(collected.id)).toMatchObject({ delivered: { source: 'pickup', shipping: 0 } })
  expect(world.readsOf(QUOTES)).toBe(2)
})

test('Two bids on one item with one ZIP code share a reading', async () => {
  const { id, itemId, fireAt } = await deliveredBid()
  const bea = await world.bidder()
  const token = await bea.token()
  await world.api.call(api.changeProfile, { token, body: { shipping_zip: '97201' } })
  await world.api.call(api.trackAuction, { token, body: { auction_id: String(itemId) } })
  const body = { auctionId: String(itemId), allIn: 50, confirmMaxBid: 50, secondsBeforeEnd: 5 }
  const second = (await world.api.call(api.scheduleBid, { token, body })).body.data.bid
  expect(world.readsOf(QUOTES)).toBe(1)

  const setDue = (bidId: number, at: Date | null) =>
    world.api.db.updateTable('bids').set({ preflight_due_at: at }).where('id', '=', bidId).execute()
  world.moveTo(fireAt, HOUR)
  await setDue(second.id, null)
  await makeQuoteCheaper(id)
  expect(await world.runDue()).toBe(1)
  expect(await bea.readBid(second.id)).toMatchObject({ max_bid: second.max_bid })
  await setDue(id, null)
  await setDue(second.id, new Date(0))
  expect(await world.runDue()).toBe(1)
  expect(world.readsOf(QUOTES)).toBe(2)
})
