import { listBids, readBid, readReceipt } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

let bidding: Bidding
let ann: Person

beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
  for (let lots = 0; lots < 5; lots++) {
    const { auctionId } = bidding.lot()
    await bidding.track(ann, auctionId)
    await bidding.schedule(ann, auctionId, 20 + lots)
  }
})
afterAll(() => bidding[Symbol.asyncDispose]())

const list = (query: Record<string, string>, token = ann.token) => bidding.api.call(listBids, { token, query })

test('a long list of bids is read in pages, latest first, each bid once', async () => {
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

test('the list of bids can be filtered by status', async () => {
  const [first] = (await list({})).body.data.bids
  await bidding.db.updateTable('bids').set({ status: 'won' }).where('id', '=', first!.id).execute()
  expect((await list({ status: 'won,lost' })).body.data.bids.map(({ id }) => id)).toEqual([first!.id])
  expect((await list({ status: 'pending' })).body.data.bids).toHaveLength(4)
})

test.each([
  [{ status: 'nonsense' }, 'status'],
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ cursor: 'zzz' }, 'cursor'],
  [{ cursor: Buffer.from('1.1;drop').toString('base64url') }, 'cursor'],
])('an invalid query is refused with the name of the parameter: %j', async (query, path) => {
  const { status, failure } = await list(query)
  expect([status, failure.details?.[0]?.path]).toEqual([400, path])
})

test('only its owner can read a bid and its receipt', async () => {
  const [bid] = (await list({})).body.data.bids
  const params = { id: bid!.id }
  const mine = await bidding.api.call(readBid, { token: ann.token, params })
  expect(mine.body.data).toMatchObject({ id: bid!.id, auctionId: bid!.auction_id, errorDetail: null })

  const { token } = await bidding.bidder()
  expect((await list({}, token)).body.data.bids).toEqual([])
  expect((await bidding.api.call(readBid, { token, params })).status).toBe(404)
  expect((await bidding.api.call(readReceipt, { token, params })).status).toBe(404)
})
