import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { getFreshListing } from './get-fresh-listing.ts'

const READS = 'ItemDetail/GetItemDetailModelByItemId'
const MAX_AGE_MS = 60_000

let bidding: Bidding
let ann: Person
beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const readsOf = (itemId: number) => bidding.house.control.readReads().reads[READS]?.items[itemId] ?? 0
const scrape = (url: string) => bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url } })

test('An item without a listing is read once by requests at the same time in two processes', async () => {
  const { itemId, auctionId } = bidding.listItem({ title: 'Ship in a bottle' })
  const [overHttp, inProcess] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => scrape(auctionId))),
    Promise.all(
      Array.from({ length: 6 }, () => getFreshListing(bidding.deps, { by: 'refresh' }, auctionId, MAX_AGE_MS)),
    ),
  ])
  expect(overHttp.map(({ status, body }) => [status, body.data.title])).toEqual(
    Array.from({ length: 6 }, () => [200, 'Ship in a bottle']),
  )
  expect(new Set(inProcess.map(({ id }) => id)).size).toBe(1)
  expect(readsOf(itemId)).toBe(1)
})

test('A request that waited for a failed read reads the item itself', async () => {
  const { itemId, auctionId } = bidding.listItem()
  bidding.house.control.addFault({ kind: 'truncated', times: 1 })
  const all = await Promise.all(Array.from({ length: 4 }, () => scrape(auctionId)))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503])
  expect(readsOf(itemId)).toBe(2)
})

test('Every request for an item that the site does not have is answered with 404', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => scrape('999999998')))
  expect(all.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await bidding.db.selectFrom('first_reads').selectAll().execute()).toEqual([])
})

test('An expired claim of a dead process does not prevent the read of an item', async () => {
  const { auctionId } = bidding.listItem()
  const left = { marketplace: bidding.site.id, auction_id: auctionId, claimed_until: new Date(0) }
  await bidding.db.insertInto('first_reads').values(left).execute()
  expect((await scrape(auctionId)).status).toBe(200)
})
