import { api, API_BASE } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type Winner, winning } from '../../test/wins.ts'

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
afterEach(() => void bidding.house.control.setOrders({ sums: 'first' }))

const listWins = async () => (await bidding.api.call(api.listWins, { token: ann.token })).body.data.wins
const totals = async () => (await bidding.api.call(api.totalHistory, { token: ann.token, query: {} })).body.data.total
const history = async () => (await bidding.api.call(api.listHistory, { token: ann.token, query: {} })).body.data.entries
async function readLists() {
  await it.makeDue(ann)
  await it.check()
}

/** Three items that Ann has won for $10 each, with handling of $3, and paid as one order; their lists are read. */
async function orderOfThree(trackingNumber = '') {
  const items = await it.win(ann, ['lamp', 'vase', 'rug'])
  const [first, ...others] = items.map(({ itemId }) => itemId)
  bidding.house.control.payForListing({ itemId: first!, together: others, trackingNumber })
  await readLists()
  return items
}

const sum = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((cents, dollars) => cents + Math.round((dollars ?? Number.NaN) * 100), 0) / 100

test.each(['repeated', 'first', 'split'] as const)(
  'An order of three items counts once in the totals of the history when its rows show its sums %s',
  async (sums) => {
    bidding.house.control.setOrders({ sums })
    await orderOfThree()
    const inAll = 3 * 13 + 10.09 + 2.33
    expect(await totals()).toMatchObject({ won: 3, spent: 30, costed: 3, cost: inAll })
    const wins = await listWins()
    expect(sum(wins.map(({ shipping }) => shipping))).toBe(10.09)
    expect(sum(wins.map(({ tax }) => tax))).toBe(2.33)
    expect(sum(wins.map(({ total }) => total))).toBe(inAll)
    expect(sum((await history()).map(({ total }) => total))).toBe(inAll)
  },
)

test('An order shares its sums also with an item that was won outside Bidwell', async () => {
  const items = await it.win(ann, ['lamp', 'vase'])
  const { itemId } = bidding.house.control.createListing({
    title: 'by hand',
    startingPrice: 20,
    endsInSeconds: 60,
    sellerId: 117,
  })
  bidding.house.control.placeRivalBid({ itemId, bidder: ann.userName, amount: 25 })
  bidding.house.control.closeListing({ itemId })
  bidding.house.control.payForListing({ itemId, together: items.map((item) => item.itemId) })
  await readLists()
  expect((await listWins()).map(({ items_in_order }) => items_in_order)).toEqual([3, 3])
  // $20 of $40 are theirs.
  expect(sum((await listWins()).map(({ tax }) => tax))).toBe(1.55)
})

test('A paid item names its order, the page of it and how many items it holds, in its win as in the history', async () => {
  await orderOfThree()
  await it.win(ann, ['alone'])
  await readLists()
  const [alone, ...others] = await listWins()
  expect(alone).toMatchObject({
    title: 'alone',
    order_id: expect.stringMatching(/^6\d{7}$/),
    order_url: null,
    items_in_order: 1,
  })
  const [{ order_id } = { order_id: null }] = others
  const order = { order_id: expect.stringMatching(/^6\d{7}$/), items_in_order: 3 }
  const order_url = `${bidding.house.url}/shopgoodwill/order/${order_id}`
  expect(others).toMatchObject([order, order, order].map((each) => ({ ...each, order_id, order_url })))
  expect((await fetch(order_url)).status).toBe(200)
  const entries = await history()
  expect(entries.filter(({ items_in_order }) => items_in_order === 3)).toMatchObject(
    others.map(() => ({ order_id, items_in_order: 3 })),
  )
  expect(entries.find(({ title }) => title === 'alone')).toMatchObject({ items_in_order: 1 })
})

test('Nothing is learned of quotes from an order of several items', async () => {
  const quoteErrors = async () => (await bidding.api.call(api.readQuoteErrors, { token: ann.token })).body.data.wins
  const [alone] = await it.win(ann, ['alone'])
  bidding.house.control.payForListing({ itemId: alone!.itemId })
  await orderOfThree()
  await bidding.db.updateTable('accounts').set({ shipping_zip: '97201' }).where('id', '=', ann.accountId).execute()
  const listings = await bidding.db.selectFrom('listings').select('id').execute()
  const quote = { zip: '97201', shipping_cents: 900, handling_cents: 300, estimated_at: new Date() }
  await bidding.db
    .insertInto('shipping_estimates')
    .values(listings.map(({ id }) => ({ listing_id: id, ...quote })))
    .execute()
  expect(await quoteErrors()).toBe(1)
})

test('The file of the history has order, seller, first day as paid and tracking number, as text that runs nothing', async () => {
  await orderOfThree('=7946')
  const url = `${bidding.api.url}${API_BASE}${api.exportHistory.path}`
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${ann.token}` } })).text()
  const [headings = '', line = ''] = text.split('\r\n')
  expect(headings).toContain('"Total by order","Order","Seller","Paid on (first seen)","Tracking number","Labels"')
  expect(line).toMatch(/,"6\d{7}","Goodwill 117",\d{4}-\d\d-\d\d,"'=7946","",/)
})
