import { api } from '@bidwell/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

const READS = 'ItemDetail/GetItemDetailModelByItemId'

let bidding: Bidding
let ann: Person
let bea: Person

beforeEach(async () => {
  // So slow that nothing is refilled while a test runs.
  bidding = await startBidding({ readsPerSecond: 0.1 })
  ann = await bidding.bidder()
  bea = await bidding.bidder()
})
afterEach(() => bidding[Symbol.asyncDispose]())

const readsOf = (itemId: number) => bidding.house.control.readReads().reads[READS]?.items[itemId] ?? 0
const scrape = ({ token }: Person, url: string) => bidding.api.call(api.scrapeAuction, { token, body: { url } })
const siteState = async () => (await bidding.api.call(api.readHealth)).body.data.site.state

test('A user who looks up fifteen items at once has to wait, and another user is served at once', async () => {
  const auctions = Array.from({ length: 15 }, () => bidding.listItem())
  const answers = await Promise.all(auctions.map(({ auctionId }) => scrape(ann, auctionId)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3)

  expect((await scrape(bea, bidding.listItem().auctionId)).status).toBe(200)
  expect((await scrape(ann, bidding.listItem().auctionId)).status).toBe(429)
})

test('An item that is answered with a page instead of data pauses nothing', async () => {
  const [bad, good] = [bidding.listItem(), bidding.listItem()]
  bidding.house.control.addFault({ kind: 'html', itemId: bad.itemId })
  expect((await scrape(ann, bad.auctionId)).status).toBe(503)
  expect((await scrape(bea, good.auctionId)).status).toBe(200)
  expect(await siteState()).toBe('ok')
})

test('A site that fails for several items in a row is not read any more', async () => {
  const auctions = [bidding.listItem(), bidding.listItem(), bidding.listItem()]
  bidding.house.control.addFault({ kind: 'status', status: 503, retryAfterSeconds: 60 })
  for (const { auctionId } of auctions) expect((await scrape(ann, auctionId)).status).toBe(503)
  expect(auctions.map(({ itemId }) => readsOf(itemId))).toEqual([1, 1, 0])
  expect(await siteState()).toBe('backing_off')
})

test('A site that limits the rate of one item is not read for any other', async () => {
  const [limited, other] = [bidding.listItem(), bidding.listItem()]
  bidding.house.control.addFault({ kind: 'status', status: 429, itemId: limited.itemId, retryAfterSeconds: 60 })
  expect((await scrape(ann, limited.auctionId)).status).toBe(503)
  expect((await scrape(bea, other.auctionId)).status).toBe(503)
  expect(readsOf(other.itemId)).toBe(0)
})
