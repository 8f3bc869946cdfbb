import { expect, test } from 'vitest'
import { startBidding } from '../../test/bidding.ts'
import { followEvents } from '../../test/follow-events.ts'
import { startRefreshing } from './start-refreshing.ts'

test('A new price at the site reaches the open browsers of every account that tracks the auction', async () => {
  await using bidding = await startBidding()
  const { itemId, auctionId } = bidding.listItem()
  const [ann, bea] = [await bidding.bidder(), await bidding.bidder()]
  const tracked = [await bidding.track(ann, auctionId), await bidding.track(bea, auctionId)]
  await using annsEvents = await followEvents(bidding.api.url, ann.token)
  await using beasEvents = await followEvents(bidding.api.url, bea.token)

  bidding.house.control.placeRivalBid({ itemId, amount: 40 })
  await bidding.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  await using _refreshing = startRefreshing(bidding.ctx, (error) => expect(error).toBeUndefined())

  const received = await Promise.all(
    [annsEvents, beasEvents].map((events) =>
      events.next((event) => event.type === 'auction-updated' && event.auction.bid_count === 1),
    ),
  )
  expect(received.map((event) => event.type === 'auction-updated' && event.auction.id)).toEqual(
    tracked.map(({ id }) => id),
  )
})

test('Stopping the refreshing aborts a read that hangs, and releases its listing', async () => {
  await using bidding = await startBidding()
  const { auctionId } = bidding.listItem()
  await bidding.track(await bidding.bidder(), auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ next_check_at: new Date(0) })
    .execute()
  bidding.house.control.addFault({ kind: 'hang' })

  const isReading = Promise.withResolvers<void>()
  const marketplace = {
    ...bidding.site,
    readItem: (...args: Parameters<typeof bidding.site.readItem>) => {
      isReading.resolve()
      return bidding.site.readItem(...args)
    },
  }
  const refreshing = startRefreshing({ ...bidding.ctx, marketplace }, () => {})
  await isReading.promise
  await refreshing[Symbol.asyncDispose]()
  const listing = await bidding.db.selectFrom('listings').selectAll().executeTakeFirstOrThrow()
  expect(listing).toMatchObject({ read_claimed_until: null, check_failures: 0 })
})
