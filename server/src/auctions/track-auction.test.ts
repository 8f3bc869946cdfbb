import { api, auctionFromWire, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

/** The auction house has no items with a fixed price, so the client marks auctions with this title. */
const FIXED_PRICE_TITLE = 'Lamp at a fixed price'

let bidding: Bidding
let ann: Person

beforeAll(async () => {
  bidding = await startBidding({
    marketplace: (real) => ({
      ...real,
      async readItem(...args) {
        const reading = await real.readItem(...args)
        return { ...reading, fixedPrice: reading.title === FIXED_PRICE_TITLE }
      },
    }),
  })
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const track = (body: Record<string, unknown>, token = ann.token) => bidding.api.call(api.trackAuction, { token, body })
const scrape = (url: string) => bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url } })

test('An item can be looked up by its number and by its link', async () => {
  const { auctionId } = bidding.listItem({ title: 'Pewter jug', startingPrice: 12.5 })

  const byNumber = await scrape(auctionId)
  expect(byNumber.status).toBe(200)
  expect(byNumber.body.data).toMatchObject({
    auction_id: auctionId,
    title: 'Pewter jug',
    current_bid: 12.5,
    status: 'active',
  })

  const byLink = await scrape(`${bidding.house.url}/item/${auctionId}`)
  expect(byLink.body.data).toEqual(byNumber.body.data)
})

test.each([
  'https://evil.example/item/279250057',
  'http://127.0.0.1/item/279250057',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:127.0.0.1]/item/279250057',
  'http://0x7f000001/item/279250057',
  'http://shopgoodwill.com@evil.example/item/279250057',
  'http://evil.example#shopgoodwill.com/item/279250057',
  'javascript:alert(279250057)',
  'file:///etc/passwd',
  'not an address',
  '12345',
  '-279250057',
  '２７９２５００５７',
  '279250057; drop table listings',
  '9'.repeat(60),
])('The reference %s, which is not to an item of the site, is refused without a request', async (url) => {
  const before = bidding.house.control.readReads()
  const { status, failure } = await scrape(url)
  expect([status, failure.message]).toEqual([422, messages.auction.badReference('Auction House')])
  expect(bidding.house.control.readReads()).toEqual(before)
})

test('Tracking an item that the site does not have is refused with its number', async () => {
  const { status, failure } = await track({ auction_id: '999999999' })
  expect([status, failure.message]).toEqual([404, 'Auction House has no item 999999999.'])
})

test('Price, title and end of a tracked auction come from the site, not from the request', async () => {
  const { auctionId } = bidding.listItem({ title: 'Silver spoon', startingPrice: 50 })
  const forged = { title: 'Gold spoon', current_bid: 0.01, end_time: '2099-01-01T00:00:00Z', bid_count: 99 }
  const { body } = await track({ auction_id: auctionId, ...forged })
  expect(body.data.auction).toMatchObject({ title: 'Silver spoon', current_bid: 50, bid_count: 0 })
  expect(auctionFromWire(body.data.auction).endsOn).toBeLessThan(Date.parse('2099-01-01'))
})

test('An item can be tracked exactly as it was looked up', async () => {
  const { auctionId } = bidding.listItem({ title: 'Jade frog' })
  const { body } = await scrape(auctionId)
  expect((await track(body.data)).body.data.auction).toMatchObject({ auction_id: auctionId, title: 'Jade frog' })
})

test('The maximum that comes with a tracked auction is a plan of its user alone, until a bid takes its place', async () => {
  const { auctionId } = bidding.listItem()
  const bob = await bidding.bidder()
  const { id, ...first } = (await track({ auction_id: auctionId, max_bid: 41.5 })).body.data
  expect(first.auction.max_bid).toBe(41.5)
  expect((await bidding.track(bob, auctionId)).max_bid).toBeNull()
  const listed = async () =>
    (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data.auctions.find(
      (auction) => auction.id === id,
    )
  expect(await listed()).toMatchObject({ max_bid: 41.5 })
  expect(await bidding.db.selectFrom('bids').select('id').where('tracked_auction_id', '=', id).execute()).toEqual([])

  const { body } = await bidding.schedule(ann, auctionId, 60)
  expect(await listed()).toMatchObject({ max_bid: 60 })
  await bidding.api.call(api.cancelBid, { token: ann.token, params: { id: body.data.bid.id } })
  expect(await listed()).toMatchObject({ max_bid: null })

  // The plan of an earlier time does not come back.
  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  expect((await track({ auction_id: auctionId, max_bid: 0 })).body.data.auction.max_bid).toBeNull()
  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  expect((await track({ auction_id: auctionId, max_bid: 50 })).body.data.auction.max_bid).toBe(50)
})

test.each([-1, 20.005, 1_000_001])(
  'A planned maximum of %j is refused with the rule, and nothing is tracked',
  async (max) => {
    const { auctionId } = bidding.listItem()
    const { status, failure } = await track({ auction_id: auctionId, max_bid: max })
    expect([status, failure.code, failure.details?.[0]?.path]).toEqual([422, 'rule_broken', 'max_bid'])
    const { body } = await bidding.api.call(api.listAuctions, { token: ann.token })
    expect(body.data.auctions.map((auction) => auction.auction_id)).not.toContain(auctionId)
  },
)

test('Tracking a tracked auction returns the existing record', async () => {
  const { auctionId } = bidding.listItem()
  const first = await track({ auction_id: auctionId })
  const again = await track({ auction_id: auctionId })
  expect(first.body.data.already_tracked).toBe(false)
  expect(again.body).toMatchObject({
    message: messages.auction.alreadyTracked(auctionId),
    data: { id: first.body.data.id, already_tracked: true },
  })
})

test('Twelve concurrent requests to track an auction create one record', async () => {
  const { auctionId } = bidding.listItem()
  const all = await Promise.all(Array.from({ length: 12 }, () => track({ auction_id: auctionId })))
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1)
  expect(all.filter(({ body }) => !body.data.already_tracked)).toHaveLength(1)
})

test('Tracking an auction that has ended is refused', async () => {
  const { itemId, auctionId } = bidding.listItem()
  bidding.house.control.closeListing({ itemId })
  const { status, failure } = await track({ auction_id: auctionId })
  expect([status, failure.message]).toEqual([422, messages.auction.alreadyOver])
})

test('A removed auction keeps its id when it is restored or tracked again', async () => {
  const { auctionId } = bidding.listItem()
  const { id } = await bidding.track(ann, auctionId)
  const params = { id }

  expect((await bidding.api.call(api.removeAuction, { token: ann.token, params })).status).toBe(200)
  expect((await bidding.api.call(api.removeAuction, { token: ann.token, params })).status).toBe(404)
  const restored = await bidding.api.call(api.restoreAuction, { token: ann.token, params })
  expect(restored.body.data.auction.id).toBe(id)

  await bidding.api.call(api.removeAuction, { token: ann.token, params })
  const tracked = await track({ auction_id: auctionId })
  expect(tracked.body.data).toMatchObject({ id, already_tracked: false })
})

test('An auction that is tracked again after its removal has the plan of the new call', async () => {
  const [{ auctionId }, kept] = [bidding.listItem(), bidding.listItem()]
  for (const each of [auctionId, kept.auctionId])
    await track({ auction_id: each, max_bid: 20, bid_timing_preference: '7' })
  const planOf = async (wanted: string) => {
    const { auctions } = (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data
    const { id, max_bid, bid_timing_preference } = auctions.find(({ auction_id }) => auction_id === wanted)!
    return { id, plan: [max_bid, bid_timing_preference] }
  }
  const { id } = await planOf(auctionId)
  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  await track({ auction_id: auctionId, max_bid: 40, bid_timing_preference: '30' })
  expect(await planOf(auctionId)).toEqual({ id, plan: [40, '30'] })
  expect((await planOf(kept.auctionId)).plan).toEqual([20, '7'])
})

test('Removing or restoring an auction of another account answers 404', async () => {
  const { auctionId } = bidding.listItem()
  const { id } = await bidding.track(ann, auctionId)
  const { token } = await bidding.bidder()
  for (const endpoint of [api.removeAuction, api.restoreAuction]) {
    const { status, failure } = await bidding.api.call(endpoint, { token, params: { id } })
    expect([status, failure.message]).toEqual([404, messages.auction.notFound])
  }
})

test.each(['{{7*7}} ${7*7}', "'; drop table listings; --", '=cmd|calc', 'مزهرية זהב', '👩‍👩‍👧‍👦 z̴̢a̷l̶g̵o'])(
  'The title %s is returned unchanged',
  async (title) => {
    const { auctionId } = bidding.listItem({ title })
    expect((await bidding.track(ann, auctionId)).title).toBe(title)
  },
)

test.each(['Lamp <img src=x onerror=alert(1)>', 'Lamp </script><script>alert(1)</script>'])(
  'Markup in the title %s is removed',
  async (title) => {
    const { auctionId } = bidding.listItem({ title })
    const auction = await bidding.track(ann, auctionId)
    expect(auction.title).toMatch(/^Lamp/)
    expect(auction.title).not.toMatch(/[<>]/)
  },
)

test.each(['0', '1', '-279250057', '9'.repeat(19), '279250057 ', '..%2f', "1' or '1'='1", '１２３４５６７'])(
  'The malformed auction id %s is refused with the name of its field',
  async (auction_id) => {
    const { status, failure } = await track({ auction_id })
    expect([status, failure.details?.[0]?.path]).toEqual([400, 'auction_id'])
  },
)

test('Tracking an item with a fixed price is refused', async () => {
  const { auctionId } = bidding.listItem({ title: FIXED_PRICE_TITLE })
  const { status, failure } = await track({ auction_id: auctionId })
  expect([status, failure.message]).toEqual([422, messages.auction.fixedPriceItem])
})

test('Tracking while the site does not answer fails with a time to retry', async () => {
  const { itemId, auctionId } = bidding.listItem()
  bidding.house.control.addFault({ kind: 'status', status: 503, itemId })
  const { status, failure, headers } = await track({ auction_id: auctionId })
  expect([status, failure.code, failure.message]).toEqual([
    503,
    'site_unavailable',
    messages.auction.siteUnavailable('Auction House'),
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await bidding.db.deleteFrom('read_budgets').execute() // ends the pause of all reads
})

test('Tracking an item while the site refuses this installation says so, at once and while reads pause', async () => {
  const { auctionId } = bidding.listItem()
  bidding.house.control.addFault({ kind: 'status', status: 403, times: 1 })
  for (let tries = 0; tries < 2; tries += 1) {
    const { status, failure } = await track({ auction_id: auctionId })
    expect(status).toBe(503)
    expect(failure.message).toMatch(
      /^Auction House refuses this computer's address or this program\. It is not your password\./,
    )
  }
  await bidding.db.deleteFrom('read_budgets').execute() // ends the pause of all reads
})

test('Tracking an item whose page cannot be read says so, and leaves other items as they are', async () => {
  const { itemId, auctionId } = bidding.listItem()
  const other = bidding.listItem()
  bidding.house.control.addFault({ kind: 'garbage', itemId, times: 1 })
  const { status, failure } = await track({ auction_id: auctionId })
  expect([status, failure.code, failure.message]).toEqual([
    503,
    'site_unavailable',
    'Failed to fetch auction data from scraper',
  ])
  await bidding.db.deleteFrom('read_budgets').execute() // ends the pause of all reads
  expect((await track({ auction_id: other.auctionId })).status).toBe(200)
})

test('Concurrent removing, restoring, tracking and bidding never leave a pending snipe on an untracked auction', async () => {
  const { person, auctionId, auction } = await bidding.scheduledBid()
  const { token } = person
  const params = { id: auction.id }
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all([
      bidding.api.call(api.removeAuction, { token, params }),
      bidding.schedule(person, auctionId, 30 + round),
      bidding.api.call(api.restoreAuction, { token, params }),
      bidding.api.call(api.trackAuction, { token, body: { auction_id: auctionId } }),
      bidding.schedule(person, auctionId, 50 + round),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const orphans = await bidding.db
      .selectFrom('bids')
      .innerJoin('tracked_auctions', 'tracked_auctions.id', 'bids.tracked_auction_id')
      .select('bids.id')
      .where('bids.status', '=', 'pending')
      .where('tracked_auctions.removed_at', 'is not', null)
      .execute()
    expect(orphans).toEqual([])
  }
})
