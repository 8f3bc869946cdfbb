import { api, changeDeadline, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { pretendEngine } from '../../test/pretend-engine.ts'
import { systemClock } from '../platform/clock.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

async function aTrackedAuction(auction: Parameters<Bidding['listItem']>[0] = {}) {
  const person = await bidding.bidder()
  const { itemId, auctionId } = bidding.listItem(auction)
  await bidding.track(person, auctionId)
  return { person, itemId, auctionId }
}

const rowsOf = (accountId: number) =>
  bidding.db.selectFrom('bids').selectAll().where('account_id', '=', accountId).execute()

test('An amount above three times the price and above $100 is accepted only with an equal confirmation', async () => {
  const { person, auctionId } = await aTrackedAuction({ startingPrice: 10 })
  const schedule = (body: object) =>
    bidding.api.call(api.scheduleBid, { token: person.token, body: { auctionId, secondsBeforeEnd: 5, ...body } })

  for (const body of [
    { maxBid: 100.01 },
    { maxBid: 100.01, confirmMaxBid: 1000.1 },
    { maxBid: 100.01, confirmMaxBid: 0 },
  ]) {
    const { status, failure } = await schedule(body)
    expect([status, failure.code, failure.details?.[0]?.path]).toEqual([422, 'confirmation_needed', 'confirmMaxBid'])
    expect(failure.message).toBe(messages.bidRefusal.confirmAmount('$100.01', '$10.00'))
  }
  expect(await rowsOf(person.accountId)).toEqual([])
  expect((await schedule({ maxBid: 100 })).status).toBe(200)
  expect((await schedule({ maxBid: 100.01, confirmMaxBid: 100.01 })).status).toBe(200)
  const dear = await aTrackedAuction({ startingPrice: 50 })
  const terms = { auctionId: dear.auctionId, secondsBeforeEnd: 5, maxBid: 150 }
  expect((await bidding.api.call(api.scheduleBid, { token: dear.person.token, body: terms })).status).toBe(200)
})

test('Changing a bid needs a confirmation for a new high amount, but not for the present amount', async () => {
  const { person, auctionId } = await aTrackedAuction({ startingPrice: 10 })
  const { body } = await bidding.schedule(person, auctionId, 150)
  const change = (fields: object) =>
    bidding.api.call(api.changeBid, { token: person.token, params: { id: body.data.bid.id }, body: fields })

  expect((await change({ maxBid: 160 })).failure.code).toBe('confirmation_needed')
  expect((await change({ maxBid: 150, secondsBeforeEnd: 9 })).status).toBe(200)
  expect((await change({ secondsBeforeEnd: 7 })).status).toBe(200)
  expect((await change({ maxBid: 160, confirmMaxBid: 160 })).body.data.bid).toMatchObject({
    max_bid: 160,
    seconds_before_end: 7,
  })
})

test('A second bid on an item is refused while the site has the first', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid({ maxBid: 25 })
  await bidding.db.updateTable('bids').set({ status: 'executed' }).where('id', '=', bid.id).execute()
  const { status, failure } = await bidding.schedule(person, auctionId, 28)
  expect([status, failure.code, failure.message]).toEqual([409, 'conflict', messages.bid.alreadyAtSite('$25.00')])
  expect(await rowsOf(person.accountId)).toHaveLength(1)
})

test('Scheduling on an item again is refused while a bid on it is locked in', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid({ maxBid: 25 })
  const engine = await pretendEngine(bidding.db)
  expect(await engine.lockIn(bid.id, await engine.claim(bid.id))).toBe(true)
  const { status, failure } = await bidding.schedule(person, auctionId, 28)
  expect([status, failure.code, failure.message]).toEqual([409, 'too_late', messages.bid.cannotChange])
})

test('After a bid was outbid, a higher bid on the item can be scheduled', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid({ maxBid: 25 })
  await bidding.db.updateTable('bids').set({ status: 'outbid' }).where('id', '=', bid.id).execute()
  expect((await bidding.schedule(person, auctionId, 28)).status).toBe(200)
})

test('A bid that the price holds back can be raised after its time to fire, and its bystander cannot', async () => {
  const held = await bidding.scheduledBid({ maxBid: 25, secondsBeforeEnd: 60 })
  const bystander = await bidding.scheduledBid({ maxBid: 25, secondsBeforeEnd: 60 })
  const raise = ({ person, bid }: typeof held) =>
    bidding.api.call(api.changeBid, {
      token: person.token,
      params: { id: bid.id },
      body: { maxBid: 60, confirmMaxBid: 60, secondsBeforeEnd: 5 },
    })
  await bidding.db
    .updateTable('bids')
    .set({ fire_at: new Date(systemClock.now() - 2_000) })
    .where('id', 'in', [held.bid.id, bystander.bid.id])
    .execute()
  await bidding.db
    .updateTable('listings')
    .set({ current_price_cents: 3_000, minimum_bid_cents: 3_100, bid_count: 2 })
    .where('auction_id', '=', held.auctionId)
    .execute()
  expect((await raise(bystander)).failure.code).toBe('too_late')
  const { status, body } = await raise(held)
  expect([status, body.data.bid.max_bid, body.data.bid.seconds_before_end]).toEqual([200, 60, 5])
})

test('A bid can be neither changed nor cancelled from one second before it fires', async () => {
  const { person, bid } = await bidding.scheduledBid({ maxBid: 25, secondsBeforeEnd: 5 })
  const fireAt = (inMs: number) =>
    bidding.db
      .updateTable('bids')
      .set({ fire_at: new Date(systemClock.now() + inMs) })
      .where('id', '=', bid.id)
      .execute()
  const change = (secondsBeforeEnd: number) =>
    bidding.api.call(api.changeBid, { token: person.token, params: { id: bid.id }, body: { secondsBeforeEnd } })
  const cancel = () => bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })

  expect(Date.parse(bid.fire_at) - changeDeadline(Date.parse(bid.fire_at))).toBe(1_000)
  await fireAt(900)
  expect((await change(6)).failure.code).toBe('too_late')
  expect((await cancel()).failure.code).toBe('too_late')
  await fireAt(60_000)
  expect((await change(6)).status).toBe(200)
  expect((await cancel()).status).toBe(200)
})
