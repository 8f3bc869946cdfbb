import { api, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** A lost bid, with its owner. */
async function aLostBid() {
  const lost = await bidding.scheduledBid()
  await bidding.db
    .updateTable('bids')
    .set({ status: 'lost', outcome: 'lost', final_price_cents: 3_000 })
    .where('id', '=', lost.bid.id)
    .execute()
  return lost
}

const remove = ({ token }: Person, id: number) => bidding.api.call(api.deleteHistoricalBid, { token, params: { id } })

test('A finished bid can be deleted from the history once', async () => {
  const { person, bid } = await aLostBid()
  expect((await remove(person, bid.id)).status).toBe(200)
  const { body } = await bidding.api.call(api.listBids, { token: person.token })
  expect(body.data.bids).toEqual([])
  const again = await remove(person, bid.id)
  expect([again.status, again.failure.message]).toEqual([404, messages.bid.notFound])
})

test('A bid at the site cannot be deleted until its result is known', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await bidding.db.updateTable('bids').set({ status: 'executed' }).where('id', '=', bid.id).execute()
  const { status, failure } = await remove(person, bid.id)
  expect([status, failure.message]).toEqual([409, messages.bidRefusal.unsettledNotDeletable])
})

test('A bid whose result stayed unknown can be deleted', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const unresolved = { status: 'executed', outcome: 'unresolved', settled_at: new Date(0) } as const
  await bidding.db.updateTable('bids').set(unresolved).where('id', '=', bid.id).execute()
  expect((await remove(person, bid.id)).status).toBe(200)
})

test('A bid of another account cannot be deleted', async () => {
  const { person, bid } = await aLostBid()
  const { status, failure } = await remove(await bidding.bidder(), bid.id)
  const absent = await remove(await bidding.bidder(), 999_999)
  expect([status, failure]).toEqual([404, absent.failure])
  expect((await bidding.api.call(api.listBids, { token: person.token })).body.data.bids).toHaveLength(1)
})

test("A stranger's request to delete a bid neither waits for the lock on its row nor takes it", async () => {
  const { bid } = await aLostBid()
  const stranger = await bidding.bidder()
  const locker = () =>
    sql<{ xmax: string }>`select xmax::text from bids where id = ${bid.id}`
      .execute(bidding.db)
      .then(({ rows }) => rows[0]?.xmax)

  await bidding.db.transaction().execute(async (tx) => {
    await tx.selectFrom('bids').select('id').where('id', '=', bid.id).forUpdate().execute()
    expect((await remove(stranger, bid.id)).status).toBe(404)
  })
  const before = await locker() // the last transaction that locked the row
  expect((await remove(stranger, bid.id)).status).toBe(404)
  expect(await locker()).toBe(before)
})

test('Deleting many bids and auctions names each that cannot be deleted, with the reason', async () => {
  const { person, bid, auction } = await aLostBid()
  const strangers = await aLostBid()
  const { auctionId } = bidding.listItem()
  const open = await bidding.track(person, auctionId)
  const pending = (await bidding.schedule(person, auctionId, 50)).body.data.bid
  await bidding.db.updateTable('tracked_auctions').set({ status: 'lost' }).where('id', '=', auction.id).execute()

  const { body } = await bidding.api.call(api.deleteBids, {
    token: person.token,
    body: {
      bidIds: [bid.id, bid.id, strangers.bid.id, pending.id, 999_999],
      auctionIds: [auction.id, open.id, strangers.auction.id],
    },
  })
  expect(body.data).toEqual({
    deleted_bids: 1,
    deleted_auctions: 1,
    refused: [
      { kind: 'bid', id: strangers.bid.id, message: messages.bid.notFound },
      { kind: 'bid', id: pending.id, message: messages.bidRefusal.pendingNotDeletable },
      { kind: 'bid', id: 999_999, message: messages.bid.notFound },
      { kind: 'auction', id: open.id, message: messages.auction.stillOpen },
      { kind: 'auction', id: strangers.auction.id, message: messages.auction.notFound },
    ],
  })
  const { body: history } = await bidding.api.call(api.listHistoricalAuctions, { token: person.token })
  expect(history.auctions).toEqual([])
})

test('Deleting many bids is one transaction, and takes no lock on a bid that is still pending', async () => {
  const { person, bid: pending } = await bidding.scheduledBid()
  const bidIds: number[] = []
  for (let bids = 0; bids < 5; bids += 1) {
    const { auctionId } = bidding.listItem()
    await bidding.track(person, auctionId)
    bidIds.push((await bidding.schedule(person, auctionId, 25)).body.data.bid.id)
  }
  await bidding.db.updateTable('bids').set({ status: 'lost' }).where('id', 'in', bidIds).execute()
  const body = { bidIds: [...bidIds, pending.id], auctionIds: [] }
  const { body: deleted } = await bidding.db.transaction().execute(async (tx) => {
    await tx.selectFrom('bids').select('id').where('id', '=', pending.id).forUpdate().execute()
    return bidding.api.call(api.deleteBids, { token: person.token, body })
  })
  expect(deleted.data).toMatchObject({ deleted_bids: 5, refused: [{ kind: 'bid', id: pending.id }] })
  const { rows } = await sql`select distinct xmin::text from bids where id = any(${bidIds}::bigint[])`.execute(
    bidding.db,
  )
  expect(rows).toHaveLength(1)
})

test('A refused bid and a deleted auction with the same number are told apart', async () => {
  const { person, auction } = await aLostBid()
  await bidding.db.updateTable('tracked_auctions').set({ status: 'lost' }).where('id', '=', auction.id).execute()
  const body = { bidIds: [auction.id], auctionIds: [auction.id] }
  await bidding.db.updateTable('bids').set({ deleted_at: new Date() }).where('id', '=', auction.id).execute()
  const { body: deleted } = await bidding.api.call(api.deleteBids, { token: person.token, body })
  expect(deleted.data).toMatchObject({ deleted_auctions: 1, refused: [{ kind: 'bid', id: auction.id }] })
})

test('A new bid makes an outbid auction active again, so that it cannot be deleted', async () => {
  const { person, bid, auction, auctionId } = await bidding.scheduledBid()
  await bidding.db.updateTable('bids').set({ status: 'outbid' }).where('id', '=', bid.id).execute()
  await bidding.db.updateTable('tracked_auctions').set({ status: 'outbid' }).where('id', '=', auction.id).execute()
  const again = await bidding.schedule(person, auctionId, 90)
  expect(again.body.data.bid.id).not.toBe(bid.id)

  const { body } = await bidding.api.call(api.listAuctions, { token: person.token, query: { status: 'active' } })
  expect(body.data.auctions).toMatchObject([{ id: auction.id, max_bid: 90 }])
  const { body: deleted } = await bidding.api.call(api.deleteBids, {
    token: person.token,
    body: { bidIds: [], auctionIds: [auction.id] },
  })
  expect(deleted.data).toMatchObject({ deleted_auctions: 0, refused: [{ kind: 'auction', id: auction.id }] })
})

test.each([[[0]], [[-1]], [[1.5]], [['1']], [[2 ** 63]], ['1'], [null], [Array.from({ length: 501 }, () => 1)]])(
  'An invalid list of ids is refused: %j',
  async (bidIds) => {
    const { token } = await bidding.bidder()
    const { status, failure } = await bidding.api.call(api.deleteBids, { token, body: { bidIds, auctionIds: [] } })
    expect([status, failure.details?.[0]?.path]).toEqual([400, expect.stringMatching(/^bidIds/)])
  },
)
