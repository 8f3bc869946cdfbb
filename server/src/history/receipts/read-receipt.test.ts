import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { winning } from '../../../test/wins.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

test('A receipt has the item’s page, its first picture and the prices that were seen, and only its owner may read it', async () => {
  const it = winning(bidding)
  const [ann, bea] = [await it.winner(), await it.winner()]
  const [won] = await it.win(ann, ['A jug'])
  const [other] = await it.win(bea, ['Another jug'])
  const receiptOf = (bidId: number, { token } = ann) =>
    bidding.api.call(api.readReceipt, { token, params: { id: bidId } })

  expect((await receiptOf(won!.bidId)).body.data).toMatchObject({ image_url: null, price_history: [] })
  const { id } = await bidding.db
    .updateTable('listings')
    .set({ image_urls: ['https://images.example/1.jpg', 'https://images.example/2.jpg'] })
    .where('auction_id', '=', won!.auctionId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const prices = [
    { at: new Date('2026-11-20T20:00:05Z'), price_cents: 1_250, bid_count: 2 },
    { at: new Date('2026-11-20T20:00:00Z'), price_cents: 999, bid_count: 1 },
  ]
  await bidding.db
    .insertInto('listing_prices')
    .values(prices.map((price) => ({ listing_id: id, ...price })))
    .execute()
  const { data } = (await receiptOf(won!.bidId)).body
  expect(data).toMatchObject({
    item_url: expect.stringMatching(new RegExp(`/item/${won!.auctionId}$`)),
    image_url: 'https://images.example/1.jpg',
    price_history: [
      { at: '2026-11-20T20:00:00.000Z', price: 9.99, bid_count: 1 },
      { at: '2026-11-20T20:00:05.000Z', price: 12.5, bid_count: 2 },
    ],
  })
  expect((await receiptOf(won!.bidId, bea)).status).toBe(404)
  expect((await receiptOf(other!.bidId, bea)).body.data).toMatchObject({ image_url: null, price_history: [] })
})
