import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { getFreshListing } from './get-fresh-listing.ts'

const MAX_AGE_MS = 60_000

let bidding: Bidding
let ann: Person
beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const scrape = (url: string) => bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url } })

test('Requests at the same time for an item without a listing make one, in two processes', async () => {
  const { auctionId } = bidding.listItem({ title: 'Ship in a bottle' })
  const [overHttp, inProcess] = await Promise.all([
    Promise.all(Array.from({ length: 2 }, () => scrape(auctionId))),
    Promise.all(
      Array.from({ length: 2 }, () => getFreshListing(bidding.ctx, { by: 'refresh' }, auctionId, MAX_AGE_MS)),
    ),
  ])
  expect(overHttp.map(({ status, body }) => [status, body.data.title])).toEqual(
    Array.from({ length: 2 }, () => [200, 'Ship in a bottle']),
  )
  expect(new Set(inProcess.map(({ id }) => id)).size).toBe(1)
})

test('Every request for an item that the site does not have is answered with 404', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => scrape('999999998')))
  expect(all.map(({ status }) => status)).toEqual([404, 404, 404])
})
