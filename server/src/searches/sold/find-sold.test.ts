import { api, messages } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { systemClock } from '../../platform/clock.ts'
import { findSold } from './find-sold.ts'

const DAY = 86_400_000
const SEARCH = 'Search/ItemListing'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())
afterEach(async () => {
  bidding.house.control.clearFaults()
  bidding.house.control.clearReads()
  await bidding.db.deleteFrom('read_shares').execute()
  await bidding.db.deleteFrom('search_pauses').execute()
  await bidding.db.deleteFrom('attempt_budgets').where('name', 'like', 'sold %').execute()
})

const signUp = () => bidding.api.signUp()
const find = ({ token }: { token: string }, words: string) =>
  bidding.api.call(api.findSold, { token, query: { words } })
/** The context of the API, so much later. */
const inMs = (ms: number) => ({ ...bidding.ctx, clock: manualClock(systemClock.now() + ms) })
const searches = () => bidding.house.control.readReads().reads[SEARCH]?.total ?? 0

/** An item that has closed at the site. */
function closed(title: string, bids: readonly number[] = [20, 30]): string {
  const { control } = bidding.house
  const { itemId } = control.createListing({ title, startingPrice: 10, bidIncrement: 1, endsInSeconds: 3_600 })
  for (const [index, amount] of bids.entries()) control.placeRivalBid({ itemId, bidder: `rival${index}`, amount })
  control.closeListing({ itemId })
  return String(itemId)
}

const keptWords = async () =>
  (await bidding.db.selectFrom('sold_look_ups').select('words').execute()).map(({ words }) => words)

type Archived = { auctionId: string; title: string | null; priceCents: number | null; bids: number | null; ago: number }

/** What the archive has of an auction, as it stood so many days ago. */
const archive = ({ auctionId, title, priceCents, bids, ago }: Archived) =>
  bidding.db
    .insertInto('closed_auctions')
    .values({
      marketplace: bidding.site.id,
      auction_id: auctionId,
      title,
      seller_id: '1',
      final_price_cents: priceCents,
      bid_count: bids,
      ended_at: new Date(systemClock.now() - ago * DAY),
      closed_reason: 'ended',
    })
    .execute()

async function found(person: { token: string }, words: string) {
  const { status, body } = await find(person, words)
  expect(status).toBe(200)
  return body.data.items.map(({ auction_id: id, price }) => [id, price])
}

test('Only items that somebody bid on are shown, whose titles have the whole words and nothing that is left out', async () => {
  const sold = closed('Nikon F3 & body')
  closed('Nikon F3, no bid', [])
  closed('Nikon F30 case')
  closed('Nikon F3, broken')
  bidding.listItem({ title: 'Nikon F3 still open' })
  const { body } = await find(await signUp(), 'nikon f3 -broken')
  expect(body.data).toEqual({
    items: [
      {
        auction_id: sold,
        title: 'Nikon F3 & body',
        item_url: bidding.site.itemUrl(sold),
        price: 21,
        ended_at: expect.any(String),
      },
    ],
    read_at: expect.any(String),
    has_more: false,
  })
})

test('The archive adds what sold in 90 days, also with accents and past the page of the site, and each auction counts once', async () => {
  const both = closed('Étagère oak')
  const row = { title: 'ETAGERE oak', priceCents: 2_500, bids: 3, ago: 10 }
  await archive({ ...row, auctionId: both, priceCents: 2_100, ago: 1 })
  await archive({ ...row, auctionId: '800000001' })
  await archive({ ...row, auctionId: '800000002', title: 'Étagère, oak', ago: 89 })
  for (const [index, wrong] of [
    { ago: 91 },
    { ago: -1 },
    { bids: 0 },
    { bids: null },
    { priceCents: null },
    { title: null },
    { title: 'Oak etageres' },
  ].entries())
    await archive({ ...row, auctionId: `90000000${index}`, ...wrong })
  expect(await found(await signUp(), 'etagere oak')).toEqual([
    [both, 21],
    ['800000001', 25],
    ['800000002', 25],
  ])
})

test('A page that is not the last says that there are older ones', async () => {
  for (let index = 0; index < 41; index++) closed(`Thimble ${index}`)
  const { body } = await find(await signUp(), 'thimble')
  expect(body.data.items).toHaveLength(40)
  expect(body.data.has_more).toBe(true)
})

test('What one person looked up is shown to others for seven days without a read, in any order of the words, and is read anew after', async () => {
  closed('Brass lantern')
  const [ann, ben] = [await signUp(), await signUp()]
  expect(await found(ann, 'brass lantern')).toHaveLength(1)
  closed('Brass lantern, blue')
  expect(await found(ben, 'Lantern "brass" -green')).toHaveLength(1)
  expect(await found(ben, 'LANTERN brass')).toHaveLength(1)
  expect(searches()).toBe(1)
  const later = async (ms: number) => (await findSold(inMs(ms), ben.accountId, 'brass lantern')).items.length
  expect([await later(7 * DAY - 60_000), searches()]).toEqual([1, 1])
  await cleanUp(inMs(7 * DAY - 60_000))
  expect(await keptWords()).toContain('brass lantern')
  expect([await later(7 * DAY), searches()]).toEqual([2, 2])
  await cleanUp(inMs(14 * DAY + 60_000))
  expect(await keptWords()).toEqual([])
})

test('The 21st look-up of a day is refused with its rule, what is kept still opens, and another person still looks up', async () => {
  const [ann, ben] = [await signUp(), await signUp()]
  for (let index = 0; index < 20; index++) await find(ann, `word${index} lamp`)
  expect(searches()).toBe(20)
  const refused = await find(ann, 'one more')
  expect([refused.status, refused.failure.message]).toEqual([429, messages.sold.usedUp('2 hours')])
  expect(await found(ann, 'lamp word3')).toEqual([])
  expect(searches()).toBe(20)
  expect(await found(ben, 'one more still')).toEqual([])
  expect(await findSold(inMs(DAY / 20), ann.accountId, 'one more')).toMatchObject({ items: [] })
})

test('A site that refuses searches says so, the look-up is given back, and items are read on', async () => {
  bidding.house.control.addFault({ kind: 'status', status: 403, endpoint: SEARCH })
  const person = await bidding.bidder()
  const refused = await find(person, 'refused words')
  expect([refused.status, refused.failure.code]).toEqual([503, 'site_unavailable'])
  expect(refused.failure.message).toBe(messages.search.refused(bidding.site.siteName, '60 minutes'))
  const { auctionId } = bidding.listItem()
  expect((await bidding.track(person, auctionId)).auction_id).toBe(auctionId)
  const { used } = await bidding.db
    .selectFrom('attempt_budgets')
    .select('used')
    .where('name', '=', `sold ${person.accountId}`)
    .executeTakeFirstOrThrow()
  expect(used).toBe(0)
})

test.each([
  ['', 'Enter at least one word'],
  ['-broken', 'Add a word to look for: this only leaves things out'],
  ['(ai|ais)', messages.sold.onlyAlternatives],
  ['x'.repeat(101), 'A search has at most 100 characters'],
])('The words %j are refused at their field, and the site is not asked', async (words, fault) => {
  const { status, failure } = await find(await signUp(), words)
  expect([status, failure.details]).toEqual([422, [{ path: 'words', message: fault }]])
  expect(searches()).toBe(0)
})
