import { scrapeAuction } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { readListing } from './read-listing.ts'

const READS = 'ItemDetail/GetItemDetailModelByItemId'
const FRESH_FOR_MS = 60_000

let bidding: Bidding
let ann: Person
beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const readsOf = (itemId: number) => bidding.house.control.readReads().reads[READS]?.items[itemId] ?? 0
const scrape = (url: string) => bidding.api.call(scrapeAuction, { token: ann.token, body: { url } })

test('an item that is new to us is read once, however many look it up at once, in whatever process', async () => {
  const { itemId, auctionId } = bidding.lot({ title: 'Ship in a bottle' })
  const [overHttp, elsewhere] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => scrape(auctionId))),
    Promise.all(Array.from({ length: 6 }, () => readListing(bidding.deps, auctionId, FRESH_FOR_MS))),
  ])
  expect(overHttp.map(({ status, body }) => [status, body.data.title])).toEqual(
    Array.from({ length: 6 }, () => [200, 'Ship in a bottle']),
  )
  expect(new Set(elsewhere.map(({ id }) => id)).size).toBe(1)
  expect(readsOf(itemId)).toBe(1)
})

test('when the read fails, whoever waited for it tries again rather than fail with it', async () => {
  const { itemId, auctionId } = bidding.lot()
  bidding.house.control.addFault({ kind: 'truncated', times: 1 })
  const all = await Promise.all(Array.from({ length: 4 }, () => scrape(auctionId)))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503])
  expect(readsOf(itemId)).toBe(2)
})

test('an item that the site does not have is told to everybody who asked', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => scrape('999999998')))
  expect(all.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await bidding.db.selectFrom('first_reads').selectAll().execute()).toEqual([])
})

test('a reader that died over an item does not keep others from it for good', async () => {
  const { auctionId } = bidding.lot()
  const left = { marketplace: bidding.site.id, auction_id: auctionId, claimed_until: new Date(0) }
  await bidding.db.insertInto('first_reads').values(left).execute()
  expect((await scrape(auctionId)).status).toBe(200)
})
