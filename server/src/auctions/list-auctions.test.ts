import { api, type ClosedBecause } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { systemClock } from '../platform/clock.ts'

const HOUR_MS = 3_600_000

let bidding: Bidding
let ann: Person
/** Soonest end first. */
let ids: string[]

beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
  ids = [600, 1_200, 1_800, 2_400, 3_000].map((endsInSeconds) => bidding.listItem({ endsInSeconds }).auctionId)
  for (const auctionId of ids.toReversed()) await bidding.track(ann, auctionId)
})
afterAll(() => bidding[Symbol.asyncDispose]())

async function allPages(query: Record<string, string>) {
  const auctionIds: string[] = []
  const page: Record<string, string> = { ...query, limit: '2' }
  for (;;) {
    const { body } = await bidding.api.call(api.listAuctions, { token: ann.token, query: page })
    auctionIds.push(...body.data.auctions.map((auction) => auction.auction_id))
    if (body.data.next_cursor === null) return auctionIds
    page['cursor'] = body.data.next_cursor
  }
}

test('A long list is paged by end, ascending or descending, with each auction once', async () => {
  expect(await allPages({})).toEqual(ids)
  expect(await allPages({ sort: 'end_time_desc' })).toEqual(ids.toReversed())
})

test('A listed auction holds every value that its card shows', async () => {
  const { auctionId } = bidding.listItem({ title: 'Copper kettle', startingPrice: 1234.5, endsInSeconds: 4_000 })
  const { id } = await bidding.track(ann, auctionId)
  await bidding.schedule(ann, auctionId, 2000)
  const { body } = await bidding.api.call(api.listAuctions, { token: ann.token, query: { sort: 'end_time_desc' } })
  expect(body.data.auctions[0]).toMatchObject({
    id,
    user_id: ann.accountId,
    title: 'Copper kettle',
    current_bid: 1234.5,
    max_bid: 2000,
    minimum_bid: 1234.5,
    bid_increment: 1,
    shipping_cost: null,
    bid_timing_preference: '5',
    item_url: `${bidding.house.url}/item/${auctionId}`,
    end_time_pt: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d [AP]M P[SD]T$/),
    price_history: [{ price: 1234.5, bid_count: 0 }],
    closed_because: null,
    check_error: null,
  })
})

test('Closed auctions are listed as history, and one without a bid also stays active for a day', async () => {
  const bea = await bidding.bidder()
  const [won, ended, stale] = [bidding.listItem(), bidding.listItem(), bidding.listItem()]
  for (const { auctionId } of [won, ended, stale]) await bidding.track(bea, auctionId)
  const now = systemClock.now()
  const closeAt = (auctionId: string, at: number) =>
    bidding.db
      .updateTable('listings')
      .set({ closed_at: new Date(at), ends_at: new Date(at), closed_reason: 'ended' })
      .where('auction_id', '=', auctionId)
      .execute()
  await closeAt(won.auctionId, now - 3_000)
  await closeAt(ended.auctionId, now - 2_000)
  await closeAt(stale.auctionId, now - 25 * 3_600_000)
  await bidding.db
    .updateTable('tracked_auctions')
    .set({ status: 'won' })
    .from('listings')
    .whereRef('listings.id', '=', 'listing_id')
    .where('auction_id', '=', won.auctionId)
    .execute()

  const history = await bidding.api.call(api.listHistoricalAuctions, { token: bea.token })
  const shown = history.body.auctions.map((auction) => auction.auction_id)
  expect(shown).toEqual([ended.auctionId, won.auctionId, stale.auctionId])
  expect(history.body.data.auctions).toEqual(history.body.auctions)

  const listed = async (status: string) => {
    const { body } = await bidding.api.call(api.listAuctions, { token: bea.token, query: { status } })
    return body.data.auctions.map((auction) => auction.auction_id)
  }
  expect(await listed('active')).toEqual([ended.auctionId])
  expect(await listed('won,lost,outbid')).toEqual([won.auctionId])
})

test('An auction that was withdrawn days ago stays listed while a bid on it waits for its return', async () => {
  const { auctionId, person } = await bidding.scheduledBid({ endsInSeconds: 9_000 })
  const other = bidding.listItem()
  await bidding.track(person, other.auctionId)
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: new Date(systemClock.now() - 30 * HOUR_MS), closed_reason: 'withdrawn' })
    .where('auction_id', 'in', [auctionId, other.auctionId])
    .execute()
  const { body } = await bidding.api.call(api.listAuctions, { token: person.token, query: { status: 'active' } })
  expect(body.data.auctions.map(({ auction_id }) => auction_id)).toEqual([auctionId])
})

const iso = (at: number) => new Date(at).toISOString()

test('An auction that was withdrawn or closed early ended when it closed, and the others at the end that the site gave', async () => {
  const bea = await bidding.bidder()
  const now = systemClock.now()
  const listed = async ({
    endsAt,
    closedAt,
    reason,
  }: {
    endsAt: number
    closedAt?: number
    reason?: ClosedBecause
  }) => {
    const { auctionId } = bidding.listItem()
    await bidding.track(bea, auctionId)
    const closed = { closed_at: closedAt ? new Date(closedAt) : null, closed_reason: reason ?? null }
    await bidding.db
      .updateTable('listings')
      .set({ ends_at: new Date(endsAt), ends_at_ambiguous: true, ...closed })
      .where('auction_id', '=', auctionId)
      .execute()
    return auctionId
  }
  const open = await listed({ endsAt: now + HOUR_MS })
  const ended = await listed({ endsAt: now - 3 * HOUR_MS, closedAt: now - 3 * HOUR_MS + 500, reason: 'ended' })
  const early = await listed({ endsAt: now + 2 * HOUR_MS, closedAt: now - 2 * HOUR_MS, reason: 'ended_early' })
  const withdrawn = await listed({ endsAt: now + 50 * HOUR_MS, closedAt: now - 4 * HOUR_MS, reason: 'withdrawn' })

  const endsFrom = async (cursor: string | null): Promise<object[]> => {
    const query = { status: 'active', limit: '1', ...(cursor !== null && { cursor }) }
    const { data } = (await bidding.api.call(api.listAuctions, { token: bea.token, query })).body
    const shown = data.auctions.map(({ auction_id, end_time, end_time_ambiguous }) => ({
      auction_id,
      end_time,
      end_time_ambiguous,
    }))
    return data.next_cursor === null ? shown : [...shown, ...(await endsFrom(data.next_cursor))]
  }
  expect(await endsFrom(null)).toEqual([
    { auction_id: withdrawn, end_time: iso(now - 4 * HOUR_MS), end_time_ambiguous: false },
    { auction_id: ended, end_time: iso(now - 3 * HOUR_MS), end_time_ambiguous: true },
    { auction_id: early, end_time: iso(now - 2 * HOUR_MS), end_time_ambiguous: false },
    { auction_id: open, end_time: iso(now + HOUR_MS), end_time_ambiguous: true },
  ])
  const { body } = await bidding.api.call(api.listHistoricalAuctions, { token: bea.token })
  expect(body.auctions.map(({ auction_id }) => auction_id)).toEqual([early, ended, withdrawn])
})

test.each([
  [{ status: 'active,nonsense' }, 'status'],
  [{ status: "active' or 1=1" }, 'status'],
  [{ sort: 'price' }, 'sort'],
  [{ limit: '1e3' }, 'limit'],
  [{ cursor: '%00' }, 'cursor'],
  [{ page: '2' }, 'page'],
])('The invalid query %j is refused with the name of its parameter', async (query, path) => {
  const { status, failure } = await bidding.api.call(api.listAuctions, { token: ann.token, query })
  expect([status, JSON.stringify(failure.details)]).toEqual([400, expect.stringContaining(path)])
})
