import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import { openEventLine } from '../../test/event-lines.ts'
import { startRefreshing } from './start-refreshing.ts'

test('a new price at the site reaches every open browser of those who track it, and nobody else', async () => {
  await using bidding = await startBidding()
  const { itemId, auctionId } = bidding.lot()
  const [ann, bea] = [await bidding.bidder(), await bidding.bidder()]
  const tracked = [await bidding.track(ann, auctionId), await bidding.track(bea, auctionId)]
  await using annsLine = await openEventLine(bidding.api.url, ann.token)
  await using beasLine = await openEventLine(bidding.api.url, bea.token)

  bidding.house.control.placeRivalBid({ itemId, amount: 40 })
  await bidding.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  await using _refreshing = startRefreshing({ ...bidding.deps, onError: (error) => expect(error).toBeUndefined() })

  const heard = await Promise.all(
    [annsLine, beasLine].map((line) =>
      line.next((event) => event.type === 'auction_changed' && event.auction.bid_count === 1),
    ),
  )
  expect(heard.map((event) => event.type === 'auction_changed' && event.auction.id)).toEqual(
    tracked.map(({ id }) => id),
  )
})

test('stopping gives up a read that hangs, and gives the listing back for others to read', async () => {
  await using bidding = await startBidding()
  const { auctionId } = bidding.lot()
  await bidding.track(await bidding.bidder(), auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  bidding.house.control.addFault({ kind: 'hang' })

  const asked = Promise.withResolvers<void>()
  const marketplace = {
    ...bidding.site,
    readItem: (...what: Parameters<typeof bidding.site.readItem>) => {
      asked.resolve()
      return bidding.site.readItem(...what)
    },
  }
  const refreshing = startRefreshing({ ...bidding.deps, marketplace, onError: () => {} })
  await asked.promise
  await refreshing[Symbol.asyncDispose]()
  const listing = await bidding.db.selectFrom('listings').selectAll().executeTakeFirstOrThrow()
  expect(listing).toMatchObject({ read_claimed_until: null, check_failures: 0 })
})
