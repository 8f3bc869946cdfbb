import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import { createAuctionLoader } from './load-auction.ts'

const MORE_THAN_ONE_QUERY = 120
const UNKNOWN_ID = 999_999

test('Auctions that are read at the same time are each shown to their own account alone', async () => {
  await using bidding = await startBidding()
  const load = createAuctionLoader(bidding.ctx)
  const [ann, bob] = [await bidding.bidder(), await bidding.bidder()]
  const { auctionId } = bidding.listItem({ title: 'Copper kettle' })
  const [anns, bobs] = [await bidding.track(ann, auctionId), await bidding.track(bob, auctionId)]

  const all = Array.from({ length: MORE_THAN_ONE_QUERY }, () => [
    load(ann.accountId, anns.id),
    load(bob.accountId, bobs.id),
    load(ann.accountId, bobs.id),
    load(bob.accountId, UNKNOWN_ID),
  ])
  for (const [own, other, foreign, unknown] of await Promise.all(all.map((few) => Promise.all(few)))) {
    expect(own).toMatchObject({ id: anns.id, user_id: ann.accountId, title: 'Copper kettle' })
    expect(other).toMatchObject({ id: bobs.id, user_id: bob.accountId })
    expect([foreign, unknown]).toEqual([null, null])
  }
})

test('Reading one auction reads no row of the others, however many are tracked', async () => {
  await using bidding = await startBidding()
  let rows = 0
  const db = bidding.api.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length
      return result
    },
  })
  const load = createAuctionLoader({ ...bidding.ctx, db })
  const [ann, bob] = [await bidding.bidder(), await bidding.bidder()]
  const own = await bidding.track(ann, bidding.listItem().auctionId)
  for (const person of [ann, bob]) await bidding.track(person, bidding.listItem().auctionId)
  expect(await load(ann.accountId, own.id)).toMatchObject({ id: own.id })
  expect(rows).toBe(1)
})
