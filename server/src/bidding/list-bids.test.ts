import { randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import type { BidEventDetail } from '../bids/log/bid-event.ts'
import { recordBidEvents } from '../bids/log/record-bid-events.ts'

let bidding: Bidding
let ann: Person

beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
  for (let auctions = 0; auctions < 5; auctions++) {
    const { auctionId } = bidding.listItem()
    await bidding.track(ann, auctionId)
    await bidding.schedule(ann, auctionId, 20 + auctions)
  }
})
afterAll(() => bidding[Symbol.asyncDispose]())

const list = (query: Record<string, string>, token = ann.token) => bidding.api.call(api.listBids, { token, query })

test('A long list of bids is read in pages, latest first, each bid once', async () => {
  const seen: number[] = []
  const page: Record<string, string> = { limit: '2' }
  for (let more = true; more;) {
    const { body } = await list(page)
    seen.push(...body.data.bids.map((bid) => bid.max_bid))
    more = body.data.next_cursor !== null
    page['cursor'] = body.data.next_cursor ?? ''
  }
  expect(seen).toEqual([24, 23, 22, 21, 20])
})

test('The list of bids can be filtered by status', async () => {
  const [first] = (await list({})).body.data.bids
  await bidding.db.updateTable('bids').set({ status: 'won' }).where('id', '=', first!.id).execute()
  expect((await list({ status: 'won,lost' })).body.data.bids.map(({ id }) => id)).toEqual([first!.id])
  expect((await list({ status: 'pending' })).body.data.bids).toHaveLength(4)
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute))

test('Finished bids can be read latest finished first, each bid once across pages', async () => {
  const person = await bidding.bidder()
  const ids: number[] = []
  for (let auctions = 0; auctions < 4; auctions++) {
    const { auctionId } = bidding.listItem()
    await bidding.track(person, auctionId)
    ids.push((await bidding.schedule(person, auctionId, 20)).body.data.bid.id)
  }
  const [first, second, third, fourth] = ids
  const finish = (id: number | undefined, values: { executed_at?: Date; updated_at: Date }) =>
    bidding.db
      .updateTable('bids')
      .set({ status: 'lost', ...values })
      .where('id', '=', id!)
      .execute()
  // A bid that was placed counts from then, although its result came later.
  await finish(first, { updated_at: at(8) })
  await finish(second, { executed_at: at(2), updated_at: at(9) })
  await finish(third, { updated_at: at(5) })
  await finish(fourth, { updated_at: at(5) })

  const seen: number[] = []
  const page: Record<string, string> = { status: 'lost', sort: 'finished_desc', limit: '1' }
  for (let more = true; more;) {
    const { body } = await list(page, person.token)
    seen.push(...body.data.bids.map((bid) => bid.id))
    more = body.data.next_cursor !== null
    page['cursor'] = body.data.next_cursor ?? ''
  }
  expect(seen).toEqual([first, fourth, third, second])
})

test('A sent bid with an unknown result states since when it is being checked, until the result is known', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  const { bid } = (await bidding.schedule(person, auctionId, 20)).body.data
  const read = async () => (await list({}, person.token)).body.data.bids[0]
  expect(await read()).toMatchObject({ phase: 'waiting', checking_since: null })

  const fireAt = Date.parse(bid.fire_at)
  const record = (afterMs: number, detail: BidEventDetail) =>
    recordBidEvents(bidding.db, [
      { key: randomUUID(), bidId: bid.id, at: fireAt + afterMs, uncertaintyMs: 8, engineId: 1, fence: 1, detail },
    ])
  const lockedIn = (at: Date | null) =>
    bidding.db.updateTable('bids').set({ locked_in_at: at }).where('id', '=', bid.id).execute()
  await lockedIn(new Date(fireAt))
  await record(400, { kind: 'checking', because: 'the connection was cut' })
  await record(2_400, { kind: 'checking', because: 'the page does not show it' })
  expect(await read()).toMatchObject({
    phase: 'checking',
    checking_since: new Date(fireAt + 400).toISOString(),
  })
  await record(4_400, { kind: 'verified', ownBidSeen: true, leads: true, priceCents: 2_000 })
  expect(await read()).toMatchObject({ phase: 'sent', checking_since: null })
  await record(34_400, { kind: 'verified', ownBidSeen: false, leads: false, priceCents: 2_000 })
  expect(await read()).toMatchObject({ phase: 'checking' })
  // Its end has moved far away.
  await lockedIn(null)
  expect(await read()).toMatchObject({ phase: 'waiting', checking_since: null })
})

test.each([
  [{ status: 'nonsense' }, 'status'],
  [{ sort: 'price' }, 'sort'],
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ cursor: 'zzz' }, 'cursor'],
  [{ cursor: Buffer.from('1.1;drop').toString('base64url') }, 'cursor'],
])('An invalid query is refused with the name of the parameter: %j', async (query, path) => {
  const { status, failure } = await list(query)
  expect([status, failure.details?.[0]?.path]).toEqual([400, path])
})

test('Only its owner can read a bid and its receipt', async () => {
  const [bid] = (await list({})).body.data.bids
  const params = { id: bid!.id }
  const mine = await bidding.api.call(api.readBid, { token: ann.token, params })
  expect(mine.body.data).toMatchObject({ id: bid!.id, auctionId: bid!.auction_id, errorDetail: null })

  const { token } = await bidding.bidder()
  expect((await list({}, token)).body.data.bids).toEqual([])
  expect((await bidding.api.call(api.readBid, { token, params })).status).toBe(404)
  expect((await bidding.api.call(api.readReceipt, { token, params })).status).toBe(404)
})
