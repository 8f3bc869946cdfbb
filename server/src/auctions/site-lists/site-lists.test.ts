import { api } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bidByHand, watchByHand } from '../../../test/bid-by-hand.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { type Winner, winning } from '../../../test/wins.ts'
import { systemClock } from '../../platform/clock.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { readSiteLists } from './read-site-lists.ts'

const FAVORITES = 'Favorite/GetAllFavoriteItemsByType'

let bidding: Bidding
let it: ReturnType<typeof winning>
let ann: Winner
beforeAll(async () => {
  bidding = await startBidding()
  it = winning(bidding)
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(async () => {
  ann = await it.winner()
})
afterEach(async () => {
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
})

const ask = ({ token } = ann) => bidding.api.call(api.askForSiteLists, { token, body: {} })
const lists = async ({ token } = ann) => (await bidding.api.call(api.readSiteLists, { token })).body.data
const read = (at = systemClock.now()) => readSiteLists({ ...bidding.jobs, clock: manualClock(at) }, neverAborted)
const offer = (title: string) =>
  bidding.house.control.createListing({ title, startingPrice: 10, endsInSeconds: 3_600 }).itemId
const watch = (itemId: number, notes?: string) =>
  watchByHand(bidding.house.apiUrl, { userName: ann.userName, itemId, ...(notes !== undefined && { notes }) })
const bid = (itemId: number, amount: number) =>
  bidByHand(bidding.house.apiUrl, { userName: ann.userName, itemId, amount })

test('What a person watches and bids on at the site is one list, with own maxima and notes, and nobody else sees it', async () => {
  const [plain, both, wished, only, closed] = ['plain', 'both', 'wished', 'only', 'closed'].map(offer) as [
    number,
    number,
    number,
    number,
    number,
  ]
  await watch(plain, 'ask about the <b>dial</b>')
  await watch(both)
  await bid(both, 30)
  await watch(wished, '{"max_bid": 10.5}')
  await bid(only, 12.5)
  await watch(closed)
  bidding.house.control.closeListing({ itemId: closed })
  expect((await ask()).body.data).toMatchObject({ is_asked: true, read_at: null, auctions: [] })
  await read()
  const row = { item_url: expect.any(String), own_max: null, wished_max: null, note: '', is_tracked: false }
  const { auctions, ...state } = await lists()
  expect(state).toEqual({ is_asked: false, failure: null, read_at: expect.any(String) })
  expect(auctions).toEqual([
    { ...row, auction_id: String(plain), note: 'ask about the dial' },
    { ...row, auction_id: String(both), own_max: 30 },
    { ...row, auction_id: String(wished), wished_max: 10.5 },
    { ...row, auction_id: String(only), own_max: 12.5 },
  ])

  await bidding.api.call(api.scrapeAuction, { token: ann.token, body: { url: auctions[0]!.item_url } })
  await bidding.track(ann, auctions[0]!.auction_id)
  expect((await lists()).auctions.map(({ is_tracked }) => is_tracked)).toEqual([true, false, false, false])
  expect(await lists(await it.winner())).toEqual({ is_asked: false, failure: null, read_at: null, auctions: [] })
})

test.each(['{"max_bid": -3}', '{"max_bid": "12"}', '{"max_bid": 1.999}', '{max'])(
  'A note that names no maximum stays a note: %s',
  async (note) => {
    await watch(offer('lamp'), note)
    await ask()
    await read()
    expect((await lists()).auctions).toMatchObject([{ wished_max: null, note }])
  },
)

test('A second wish within a minute is refused, with the time to wait', async () => {
  await ask()
  const second = await ask()
  expect([second.status, second.body]).toEqual([429, expect.objectContaining({ code: 'rate_limited' })])
})

test('A site that does not give the lists is named, what was read before stays, and the next wish is answered', async () => {
  await watch(offer('lamp'))
  await ask()
  await read()
  bidding.house.control.addFault({ endpoint: FAVORITES, kind: 'status', status: 500 })
  await bidding.db
    .updateTable('site_lists')
    .set({ due_at: new Date(0) })
    .execute()
  await read()
  expect(await lists()).toMatchObject({ failure: 'site', is_asked: false, auctions: [{ own_max: null }] })
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db
    .updateTable('site_lists')
    .set({ due_at: new Date(0) })
    .execute()
  await read()
  expect(await lists()).toMatchObject({ failure: null, is_asked: false })
})

test('Without a login that the site takes, the list says so', async () => {
  const stranger = await bidding.api.signUp()
  await bidding.api.call(api.askForSiteLists, { token: stranger.token, body: {} })
  await read()
  const { body } = await bidding.api.call(api.readSiteLists, { token: stranger.token })
  expect(body.data).toEqual({ is_asked: false, failure: 'login', read_at: null, auctions: [] })
})
