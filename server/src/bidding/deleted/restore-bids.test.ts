import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

type Selection = { bidIds: number[]; auctionIds: number[] }

const remove = async ({ token }: Person, body: Selection) =>
  (await bidding.api.call(api.deleteBids, { token, body })).body.data
const restore = async ({ token }: Person, body: Selection) =>
  (await bidding.api.call(api.restoreBids, { token, body })).body.data

const historyOf = async ({ token }: Person) =>
  (await bidding.api.call(api.listHistory, { token })).body.data.entries.map(({ key }) => key)
const trackedBy = async ({ token }: Person) =>
  (await bidding.api.call(api.listAuctions, { token })).body.data.auctions.map(({ id }) => id)

/** A person with a lost bid, and with an auction that ended without a bid. */
async function someHistory() {
  const { person, bid } = await bidding.scheduledBid()
  await bidding.db.updateTable('bids').set({ status: 'lost', outcome: 'lost' }).where('id', '=', bid.id).execute()
  const auction = await bidding.track(person, bidding.listItem().auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: new Date(), closed_reason: 'ended' })
    .where('auction_id', '=', auction.auction_id)
    .execute()
  return { person, bid, auction, all: { bidIds: [bid.id], auctionIds: [auction.id] } }
}

const tableOf = (table: 'bids' | 'tracked_auctions', id: number) =>
  bidding.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('What was deleted from the history comes back as it was, and what others deleted stays deleted', async () => {
  const [ann, bea] = [await someHistory(), await someHistory()]
  const [bidBefore, auctionBefore] = [
    await tableOf('bids', ann.bid.id),
    await tableOf('tracked_auctions', ann.auction.id),
  ]
  const [history, tracked] = [await historyOf(ann.person), await trackedBy(ann.person)]
  expect(history).toHaveLength(2)
  for (const { person, all } of [ann, bea])
    expect(await remove(person, all)).toMatchObject({ deleted_bids: 1, deleted_auctions: 1 })
  expect(await historyOf(ann.person)).toEqual([])
  expect(await trackedBy(ann.person)).toEqual(tracked.filter((id) => id !== ann.auction.id))

  const done = { restored_bids: 1, restored_auctions: 1, refused: [] }
  expect(await restore(ann.person, ann.all)).toEqual(done)
  expect(await historyOf(ann.person)).toEqual(history)
  expect(await trackedBy(ann.person)).toEqual(tracked)
  expect(await tableOf('bids', ann.bid.id)).toEqual(bidBefore)
  const { updated_at: _, ...fields } = auctionBefore
  expect(await tableOf('tracked_auctions', ann.auction.id)).toMatchObject(fields)
  expect(await historyOf(bea.person)).toEqual([])
  // The answer may have been lost.
  expect(await restore(ann.person, ann.all)).toEqual({ restored_bids: 0, restored_auctions: 0, refused: [] })
})

test('An auction that was removed from the dashboard before it was deleted from the history stays removed', async () => {
  const { person, auction } = await someHistory()
  const kept = await trackedBy(person)
  await bidding.api.call(api.removeAuction, { token: person.token, params: { id: auction.id } })
  const { removed_at } = await tableOf('tracked_auctions', auction.id)
  // As if it had been removed earlier: the deletion has an instant of its own.
  const earlier = new Date(Number(removed_at) - 1)
  await bidding.db.updateTable('tracked_auctions').set({ removed_at: earlier }).where('id', '=', auction.id).execute()
  const only = { bidIds: [], auctionIds: [auction.id] }
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: earlier })
    .where('auction_id', '=', auction.auction_id)
    .execute()
  expect(await remove(person, only)).toMatchObject({ deleted_auctions: 1 })
  expect(await restore(person, only)).toMatchObject({ restored_auctions: 1, refused: [] })
  expect(await historyOf(person)).toContain(`auction-${auction.id}`)
  expect(await trackedBy(person)).toEqual(kept.filter((id) => id !== auction.id))
})

test('What another user deleted is refused like what does not exist, and stays deleted', async () => {
  const { person, bid, auction, all } = await someHistory()
  await remove(person, all)
  const stranger = await bidding.bidder()
  const refused = [
    { kind: 'bid', id: bid.id, message: messages.bid.notFound },
    { kind: 'auction', id: auction.id, message: messages.auction.notFound },
  ]
  expect(await restore(stranger, all)).toEqual({ restored_bids: 0, restored_auctions: 0, refused })
  const absent = { bidIds: [999_999], auctionIds: [999_999] }
  expect((await restore(stranger, absent)).refused.map(({ message }) => message)).toEqual(
    refused.map(({ message }) => message),
  )
  expect(await historyOf(person)).toEqual([])
})

test('An hour after its deletion, nothing comes back', async () => {
  const [late, inTime] = [await someHistory(), await someHistory()]
  for (const [{ person, bid, auction, all }, agoMs] of [
    [late, 3_600_000],
    [inTime, 3_540_000],
  ] as const) {
    await remove(person, all)
    const then = new Date(Date.now() - agoMs)
    await bidding.db.updateTable('bids').set({ deleted_at: then }).where('id', '=', bid.id).execute()
    const both = { deleted_at: then, removed_at: then }
    await bidding.db.updateTable('tracked_auctions').set(both).where('id', '=', auction.id).execute()
  }
  const message = messages.bidRefusal.restoreTooLate
  expect(await restore(late.person, late.all)).toEqual({
    restored_bids: 0,
    restored_auctions: 0,
    refused: [
      { kind: 'bid', id: late.bid.id, message },
      { kind: 'auction', id: late.auction.id, message },
    ],
  })
  expect(await historyOf(late.person)).toEqual([])
  expect(await restore(inTime.person, inTime.all)).toMatchObject({ restored_bids: 1, restored_auctions: 1 })
})

test.each([[[0]], [['1']], [Array.from({ length: 501 }, () => 1)]])(
  'An invalid list of ids is refused: %j',
  async (bidIds) => {
    const { token } = await bidding.bidder()
    const { status, failure } = await bidding.api.call(api.restoreBids, { token, body: { bidIds, auctionIds: [] } })
    expect([status, failure.details?.[0]?.path]).toEqual([400, expect.stringMatching(/^bidIds/)])
  },
)
