import { api, API_BASE, messages, PAST_ORDERS, type PastOrder, type Sale } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type Winner, winning } from '../../test/wins.ts'

let bidding: Bidding
let it: ReturnType<typeof winning>
let ann: Winner
let bea: Winner
let nextItem = 600_000_000

beforeAll(async () => {
  bidding = await startBidding()
  it = winning(bidding)
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[ann, bea] = [await it.winner(), await it.winner()]
  // What stands in another account must show nowhere, and stay as it is.
  await readIn([order({ title: 'Bea’s lamp' })], bea)
})

const order = (fields: Partial<PastOrder> = {}): PastOrder => ({
  auction_id: String((nextItem += 1)),
  order_id: '61234567',
  items_in_order: 1,
  title: 'Brass lamp',
  seller: 'Reno',
  ended_at: '2024-03-10T18:00:00',
  ordered_on: '2024-03-11',
  paid_on: '2024-03-12',
  shipped_on: null,
  price: 10,
  shipping: 5,
  handling: 2,
  tax: 1.01,
  additional_fee: 0.5,
  donation: 1,
  tracking_number: '7946',
  ...fields,
})
const SOLD: Sale = { sold_for: 40, fees: 4.25, sold_on: '2024-04-02', sold_at: 'eBay', refund: null }

const send = ({ token }: Person, orders: readonly PastOrder[]) =>
  bidding.api.call(api.readInOrders, { token, body: { orders: [...orders] } })
const known = async ({ token }: Person = ann) => (await bidding.api.call(api.listPastOrders, { token })).body.data
const readIn = async (orders: readonly PastOrder[], person: Person = ann) => {
  const { status } = await send(person, orders)
  expect(status).toBe(200)
}
const save = (auctionId: string, sale: Partial<Sale> = {}, { token }: Person = ann) =>
  bidding.api.call(api.saveSale, { token, params: { id: auctionId }, body: { ...SOLD, ...sale } })
const list = async (query: Record<string, string> = {}, { token }: Person = ann) =>
  (await bidding.api.call(api.listHistory, { token, query: { sort: 'item', direction: 'asc', ...query } })).body.data
const titles = async (query: Record<string, string> = {}) => (await list(query)).entries.map(({ title }) => title)
const totals = async (query: Record<string, string> = {}) =>
  (await bidding.api.call(api.totalHistory, { token: ann.token, query })).body.data

async function readFile() {
  const headers = { authorization: `Bearer ${ann.token}` }
  const response = await fetch(`${bidding.api.url}${API_BASE}${api.exportHistory.path}?sort=item&direction=asc`, {
    headers,
  })
  return (await response.text()).trimEnd().split('\r\n')
}

/** A win by a bid, of which the site's lists of orders tell every cost. */
async function win(title: string, costs: { shipping: number; handling: number; tax: number }) {
  const [won] = await it.win(ann, [title])
  await bidding.db
    .insertInto('orders')
    .values({
      account_id: ann.accountId,
      marketplace: 'shopgoodwill',
      auction_id: won!.auctionId,
      paid: true,
      price_cents: 1_000,
      shipping_cents: costs.shipping,
      handling_cents: costs.handling,
      tax_cents: costs.tax,
    })
    .execute()
  return won!
}

test('An item of the site’s file stands in the history as won, without a bid, and in the file with all that it cost', async () => {
  const item = order({ title: '=1+1', items_in_order: 2 })
  await readIn([item])
  const { entries } = await list()
  expect(entries).toMatchObject([
    {
      key: `order-${item.auction_id}`,
      result: 'won',
      // In summer time since that morning.
      at: '2024-03-11T01:00:00.000Z',
      title: '=1+1',
      tracked_auction_id: null,
      bid: null,
      paid: 10,
      max: null,
      margin: null,
      items_in_order: 2,
      total: 19.51,
      sale: null,
      profit: null,
    },
  ])
  expect((await totals()).total).toMatchObject({ won: 1, decided: 1, read_in: 1, spent: 10, saved: 0, cost: 19.51 })
  await save(item.auction_id, { sold_at: '@SUM(A1)', refund: 3 })
  const [, line] = await readFile()
  expect(line).toMatch(
    /^2024-03-10 18:00:00,"'=1\+1","6\d+","Won",10\.00,10\.00,,,,5\.00,2\.00,1\.01,19\.51,"61234567","Reno",2024-03-12,"7946"/,
  )
  expect(line).toMatch(/,0\.50,1\.00,2024-03-11,,40\.00,4\.25,2024-04-02,"'@SUM\(A1\)",3\.00,19\.24$/)
})

test('Reading the same file again changes nothing, and what it says anew takes the place of the old', async () => {
  const items = [order(), order({ title: 'Vase' })]
  await readIn(items)
  await save(items[0]!.auction_id)
  const before = [await list(), await totals(), await readFile()]
  await readIn([...items, items[0]!])
  expect([await list(), await totals(), await readFile()]).toEqual(before)
  await readIn([{ ...items[1]!, shipping: 6 }])
  expect((await list({ search: 'vase' })).entries).toMatchObject([{ shipping: 6, total: 20.51 }])
  expect((await list({}, bea)).entries).toMatchObject([{ title: 'Bea’s lamp', total: 19.51 }])
})

test('An item that a bid of the account has won is not doubled by the file but gets its costs, and is known as won', async () => {
  const [won] = await it.win(ann, ['Kettle'])
  const items = [order({ auction_id: won!.auctionId, title: 'Kettl', ended_at: '2020-01-01T00:00:00' }), order()]
  expect(await known()).toEqual({ read_in: [], won: [won!.auctionId] })
  await readIn(items)
  const read_in = items.map(({ auction_id }) => auction_id)
  expect(await known()).toEqual({ read_in: expect.arrayContaining(read_in), won: [won!.auctionId] })
  expect((await known(bea)).read_in).not.toEqual(expect.arrayContaining(read_in))
  expect((await list()).entries).toMatchObject([
    { title: 'Brass lamp', bid: null, total: 19.51 },
    { title: 'Kettle', bid: { id: won!.bidId }, additional_fee: 0.5, donation: 1, total: 19.51 },
  ])
  expect((await totals()).total).toMatchObject({ won: 2, decided: 2, read_in: 1, costed: 2, cost: 39.02 })
})

test('An item that was tracked without a bid, and that the file has as bought, stands in the history once', async () => {
  const { itemId, auctionId } = bidding.listItem({ title: 'Teapot' })
  const { id } = await bidding.track(ann, auctionId)
  bidding.house.control.closeListing({ itemId })
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .where('auction_id', '=', auctionId)
    .execute()
  await bidding.api.call(api.refreshAuction, { token: ann.token, params: { id } })
  const results = async () => (await list()).entries.map(({ title, result }) => [title, result])
  expect(await results()).toEqual([['Teapot', 'no_bid']])
  await readIn([order({ auction_id: auctionId, title: 'Teapo' })])
  expect(await results()).toEqual([['Teapot', 'won']])
})

test('The profit of a month is that of the items sold in it, by a bid or read in, and its cents add up', async () => {
  const items = Array.from({ length: 40 }, (_, index) =>
    order({
      price: 7.01 + index,
      shipping: 3.33,
      handling: index % 3,
      tax: 0.07 * (index % 5),
      donation: 0.1,
      title: `Lamp ${index}`,
    }),
  )
  await readIn(items)
  const bids = [
    await win('Clock 1', { shipping: 333, handling: 100, tax: 29 }),
    await win('Clock 2', { shipping: 667, handling: 0, tax: 1 }),
  ]
  const sales = [...items.map(({ auction_id }) => auction_id), ...bids.map(({ auctionId }) => auctionId)]
  for (const [index, id] of sales.entries()) {
    if (index % 4 === 3) continue
    const day = `2025-0${1 + (index % 3)}-${index % 2 === 0 ? '01' : '28'}`
    const refund = index % 7 === 0 ? 1.99 : null
    const sale = { sold_for: 12.34 + index * 1.07, fees: 0.29 + (index % 6), sold_on: day, refund }
    expect((await save(id, { ...sale, sold_for: Math.round(sale.sold_for * 100) / 100 })).status).toBe(200)
  }
  const { entries } = await list({ limit: '100' })
  const cents = (dollars: number | null) => Math.round((dollars ?? 0) * 100)
  const recount = new Map<string, { sold: number; profit: number }>()
  for (const { sale, paid, shipping, handling, tax, additional_fee, donation, profit } of entries) {
    if (!sale || sale.sold_for === null) {
      expect(profit).toBeNull()
      continue
    }
    const cost = [paid, shipping, handling, tax, additional_fee, donation].reduce<number>(
      (sum, part) => sum + cents(part),
      0,
    )
    const earned = cents(sale.sold_for) - cents(sale.fees) - (cost - cents(sale.refund))
    expect(cents(profit)).toBe(earned)
    const month = sale.sold_on!.slice(0, 7)
    const before = recount.get(month) ?? { sold: 0, profit: 0 }
    recount.set(month, { sold: before.sold + 1, profit: before.profit + earned })
  }
  expect(recount.size).toBe(3)
  const { total, months } = await totals()
  for (const [month, sums] of recount) {
    const { sold, profit, profited, won } = months.find((each) => each.month === month)!
    // Nothing was won in these months.
    expect({ sold, profit: cents(profit), profited, won }).toEqual({ ...sums, profited: sums.sold, won: 0 })
  }
  const all = [...recount.values()]
  expect(total.sold).toBe(all.reduce((sum, { sold }) => sum + sold, 0))
  expect(cents(total.profit)).toBe(all.reduce((sum, { profit }) => sum + profit, 0))
})

test('An item whose costs are not all known has no profit, and the totals say of how many they know it', async () => {
  const [known, unknown] = [order(), order({ title: 'Vase', tax: null })]
  await readIn([known, unknown])
  for (const { auction_id } of [known, unknown]) await save(auction_id)
  expect((await list()).entries).toMatchObject([{ profit: 16.24 }, { total: null, profit: null }])
  expect((await totals()).total).toMatchObject({ sold: 2, profited: 1, profit: 16.24 })
})

test('Not sold yet is what was won, is not sold and was not refunded in full, and a search narrows it', async () => {
  const items = ['a kept', 'b sold', 'c refunded', 'd refunded in part'].map((title) => order({ title }))
  await readIn(items)
  await it.win(ann, ['e won lamp'])
  const none = { sold_for: null, fees: null, sold_on: null, sold_at: null }
  await save(items[1]!.auction_id)
  await save(items[2]!.auction_id, { ...none, refund: 19.51 })
  await save(items[3]!.auction_id, { ...none, refund: 19.5 })
  expect(await titles({ sold: 'no' })).toEqual(['a kept', 'd refunded in part', 'e won lamp'])
  expect(await titles({ sold: 'no', search: 'LAMP' })).toEqual(['e won lamp'])
  expect(await titles({ sold: 'yes' })).toEqual(['b sold'])
  expect((await totals({ sold: 'no' })).total).toMatchObject({ entries: 3, sold: 0, profit: 0 })
  await save(items[1]!.auction_id, { ...none, refund: null })
  expect(await titles({ sold: 'yes' })).toEqual([])
  expect(
    await bidding.db.selectFrom('sales').selectAll().where('account_id', '=', ann.accountId).execute(),
  ).toHaveLength(2)
})

test('Nobody notes a sale of another’s item, of one that was not won, or of one that does not exist', async () => {
  const { auction_id } = (await list({}, bea)).entries[0]!
  const [won] = await it.win(bea, ['Bea’s clock'])
  const { auctionId: scheduled } = await bidding.scheduledBid()
  for (const id of [auction_id, won!.auctionId, scheduled, '999999999']) {
    const { status, failure } = await save(id)
    expect([status, failure.message]).toEqual([404, messages.books.notYourItem])
  }
  expect((await save(won!.auctionId, {}, bea)).status).toBe(200)
  expect((await list({ sold: 'yes' }, bea)).entries).toMatchObject([{ title: 'Bea’s clock', sale: SOLD, profit: null }])
  expect((await list()).entries).toEqual([])
})

test.each([
  [{ sold_for: -1 }, 422, 'sold_for', 'Sold for must not be negative'],
  [{ fees: 1.001 }, 422, 'fees', 'Fees must be in whole cents'],
  [{ refund: 1_000_000.01 }, 422, 'refund', 'Refund must be at most $1,000,000.00'],
  [{ sold_for: null }, 422, 'sold_for', 'Sold for: enter an amount in dollars, such as 24.50'],
  [{ sold_on: null }, 422, 'sold_on', messages.books.noDay],
  [{ sold_on: '2999-01-01' }, 422, 'sold_on', messages.books.dayToCome],
  [{ sold_on: '2026-02-30' }, 400, 'sold_on', 'sold_on must be a day, such as 2026-11-26'],
  [{ sold_at: 'x'.repeat(61) }, 422, 'sold_at', 'Where must have at most 60 characters'],
  [{ sold_for: '40' as never }, 400, 'sold_for', 'sold_for must be a number'],
])('A sale that breaks a rule is refused with the field and the rule: %j', async (fields, status, path, message) => {
  const item = order()
  await readIn([item])
  const refused = await save(item.auction_id, fields)
  expect([refused.status, refused.failure.details]).toEqual([status, [{ path, message }]])
  expect((await list()).entries).toMatchObject([{ sale: null }])
})

test.each([
  [{ auction_id: 'lamp' }],
  [{ auction_id: '0279250057' }],
  [{ title: '' }],
  [{ title: 'a\u0007b' }],
  [{ price: -1 }],
  [{ price: 1.001 }],
  [{ ended_at: '2024-02-30T00:00:00' }],
  [{ paid_on: 'soon' }],
  [{ items_in_order: 0 }],
  [{ more: 1 } as never],
])('One order that is none refuses the call, and nothing of it is kept: %j', async (fields) => {
  const { status, failure } = await send(ann, [order(), order(fields)])
  expect([status, failure.details?.[0]?.path]).toEqual([400, `orders.1.${Object.keys(fields)[0]}`])
  expect((await list()).entries).toEqual([])
})

test('Titles that are cut within a letter, or mean something to a machine, stay text', async () => {
  const hostile = ['"; drop table past_orders; --', '<script>alert(1)</script>', '\uD83D', '{{7*7}} %s \\']
  await readIn(hostile.map((title) => order({ title })))
  const expected = hostile.map((title) => title.toWellFormed())
  expect((await titles()).toSorted()).toEqual(expected.toSorted())
})

test('All that was read in can be taken out, and a sale holds again once its item is read in again', async () => {
  const item = order()
  await readIn([item])
  await save(item.auction_id)
  const takeOut = async () => (await bidding.api.call(api.takeOutOrders, { token: ann.token })).body.data
  expect(await takeOut()).toEqual({ taken_out: 1 })
  expect((await list()).entries).toEqual([])
  expect(await takeOut()).toEqual({ taken_out: 0 })
  await readIn([item])
  expect((await list()).entries).toMatchObject([{ sale: SOLD, profit: 16.24 }])
  expect((await list({}, bea)).entries).toHaveLength(1)
})

test('A call takes as many orders as a browser sends at once, and no more', async () => {
  const orders = Array.from({ length: PAST_ORDERS.perCall + 1 }, () =>
    order({ title: '日本の時計'.repeat(4), tracking_number: null }),
  )
  const { status, failure } = await send(ann, orders)
  expect([status, failure.details?.[0]?.path]).toEqual([400, 'orders'])
  await readIn(orders.slice(1))
  expect((await totals()).total).toMatchObject({ read_in: PAST_ORDERS.perCall })
})

test('Pages of a history with many items that were read in have each of them once', async () => {
  await readIn(Array.from({ length: 120 }, (_, index) => order({ title: `Lamp ${index % 7}` })))
  await it.win(ann, ['Clock'])
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query = { sort: 'item', limit: '50', ...(cursor !== null && { cursor }) }
    const page: Awaited<ReturnType<typeof list>> = await list(query)
    seen.push(...page.entries.map(({ key }) => key))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect([seen.length, new Set(seen).size]).toEqual([121, 121])
})
