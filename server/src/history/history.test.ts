import { api, API_BASE, BidOutcome, BidStatus, type Data, historyResultOf } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { resultOfBid } from './history-queries.ts'

type Entry = Data<typeof api.listHistory>['entries'][number]

let bidding: Bidding
let ann: Person
let bea: Person
let nextItem = 700_000_000

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

beforeEach(async () => {
  ;[ann, bea] = [await bidding.bidder(), await bidding.bidder()]
  // What stands in another account must show nowhere.
  await insertBid(bea, { title: 'Bea’s lamp', endsAt: '2026-11-10T20:00:00Z', status: 'won', max: 900, price: 100 })
})

type Auction = { title?: string; endsAt?: string; closed?: boolean; price?: number; bidCount?: number }

async function insertAuction(
  person: Person,
  { title = 'Brass lamp', endsAt, closed = true, price = 10, bidCount = 1 }: Auction,
) {
  const ends_at = new Date(endsAt ?? '2026-11-10T20:00:00Z')
  const dates = { created_at: ends_at, updated_at: ends_at }
  const auction_id = String((nextItem += 1))
  const listing = await bidding.db
    .insertInto('listings')
    .values({
      marketplace: 'shopgoodwill',
      auction_id,
      seller_id: '1',
      title,
      image_urls: [`https://images.example/${auction_id}.jpg`],
      starting_price_cents: 999,
      current_price_cents: price * 100,
      minimum_bid_cents: 1_099,
      bid_increment_cents: 100,
      bid_count: bidCount,
      handling_cents: 0,
      pickup_only: false,
      ends_at,
      ends_at_ambiguous: false,
      closed_at: closed ? ends_at : null,
      closed_reason: closed ? 'ended' : null,
      last_checked_at: ends_at,
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tracked = await bidding.db
    .insertInto('tracked_auctions')
    .values({ account_id: person.accountId, listing_id: listing.id, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { listingId: listing.id, trackedId: tracked.id, auction_id, ends_at, dates }
}

type BidValues = Auction & {
  status: BidStatus
  outcome?: BidOutcome
  max?: number
  /** Undefined: just after the end. */ settledAt?: string | null
}

async function insertBid(person: Person, { status, outcome, max = 25, settledAt, ...auction }: BidValues) {
  const { listingId, trackedId, auction_id, ends_at, dates } = await insertAuction(person, auction)
  const hasPrice = (status === 'won' || status === 'lost') && auction.price !== undefined
  const { id } = await bidding.db
    .insertInto('bids')
    .values({
      account_id: person.accountId,
      tracked_auction_id: trackedId,
      listing_id: listingId,
      max_bid_cents: max * 100,
      seconds_before_end: 5,
      status,
      outcome: outcome ?? null,
      fire_at: ends_at,
      settled_at: settledAt === null ? null : new Date(settledAt ?? ends_at.getTime() + 3_000),
      final_price_cents: hasPrice ? Math.round((auction.price ?? 0) * 100) : null,
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { bidId: id, trackedId, auction_id }
}

const list = async (query: Record<string, string> = {}, person = ann) =>
  (await bidding.api.call(api.listHistory, { token: person.token, query })).body.data
const titles = async (query: Record<string, string> = {}) => (await list(query)).entries.map(({ title }) => title)
const totals = async (query: Record<string, string> = {}) =>
  (await bidding.api.call(api.totalHistory, { token: ann.token, query })).body.data

const shown = async (result: string) => (await titles({ result, sort: 'item', direction: 'asc' })).join()
const won = (endsAt: string, price: number) => insertBid(ann, { endsAt, status: 'won', max: 20, price })

async function readFile(query: Record<string, string> = {}) {
  const url = `${bidding.api.url}${API_BASE}${api.exportHistory.path}?${new URLSearchParams(query).toString()}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${ann.token}` } })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('The history has a row for each finished bid, and for each auction that ended without one', async () => {
  const { bidId, auction_id } = await insertBid(ann, { title: 'Copper kettle', status: 'won', max: 29.5, price: 9.99 })
  const watched = await insertAuction(ann, { title: 'Oak chair', endsAt: '2026-11-09T20:00:00Z', price: 12 })
  await insertAuction(ann, { title: 'Open auction', closed: false })
  await insertBid(ann, { title: 'Scheduled', status: 'pending', settledAt: null, closed: false })

  const { entries, next_cursor } = await list()
  expect(next_cursor).toBeNull()
  expect(entries).toMatchObject([
    {
      key: `bid-${bidId}`,
      result: 'won',
      at: '2026-11-10T20:00:00.000Z',
      title: 'Copper kettle',
      image_url: `https://images.example/${auction_id}.jpg`,
      item_url: `${bidding.house.url}/item/${auction_id}`,
      final_price: 9.99,
      paid: 9.99,
      max: 29.5,
      margin: 19.51,
      bid: { id: bidId, status: 'won' },
    },
    {
      key: `auction-${watched.trackedId}`,
      result: 'no_bid',
      title: 'Oak chair',
      final_price: 12,
      paid: null,
      max: null,
      margin: null,
      bid: null,
    },
  ])
})

test('A sent bid without a result stands in the history, and a bid that is still to be sent does not', async () => {
  const { bidId } = await insertBid(ann, { status: 'pending', settledAt: null })
  expect((await list()).entries).toEqual([])
  await bidding.db.updateTable('bids').set({ locked_in_at: new Date() }).where('id', '=', bidId).execute()
  expect((await list()).entries).toMatchObject([{ key: `bid-${bidId}`, result: 'open' }])
})

test('An auction without a bid stays in the history when it is removed from the dashboard, until its row is deleted', async () => {
  const ended = await insertAuction(ann, { title: 'Oak chair' })
  const open = await insertAuction(ann, { title: 'Ash stool', closed: false })
  for (const { trackedId } of [ended, open]) {
    const { status } = await bidding.api.call(api.removeAuction, { token: ann.token, params: { id: trackedId } })
    expect(status).toBe(200)
  }
  const closed_at = new Date(Date.now() + 60_000)
  await bidding.db.updateTable('listings').set({ closed_at }).where('id', '=', open.listingId).execute()
  expect((await list()).entries).toMatchObject([{ key: `auction-${ended.trackedId}`, result: 'no_bid' }])

  const deleteIt = async (token: string) =>
    (await bidding.api.call(api.deleteBids, { token, body: { bidIds: [], auctionIds: [ended.trackedId] } })).body.data
  expect(await deleteIt(bea.token)).toMatchObject({ deleted_auctions: 0 })
  expect(await titles()).toEqual(['Oak chair'])
  expect(await deleteIt(ann.token)).toMatchObject({ deleted_auctions: 1, refused: [] })
  expect(await titles()).toEqual([])
  expect(await deleteIt(ann.token)).toMatchObject({ deleted_auctions: 0 })
})

test('An item that nobody bid on has no price, even if a bid on it could not be placed', async () => {
  const failed = { status: 'failed', outcome: 'site_down', price: 20 } as const
  await insertBid(ann, { ...failed, title: 'a unsold', bidCount: 0 })
  await insertBid(ann, { ...failed, title: 'b sold' })
  const { entries } = await list({ sort: 'item', direction: 'asc' })
  expect(entries).toMatchObject([
    { title: 'a unsold', final_price: null, margin: null },
    { title: 'b sold', final_price: 20 },
  ])
})

test('Won, lost, outbid, not placed, cancelled and no bid each have a filter', async () => {
  await insertBid(ann, { title: 'a won', status: 'won' })
  await insertBid(ann, { title: 'a lost', status: 'lost' })
  await insertBid(ann, { title: 'an outbid', status: 'outbid', outcome: 'outbid_on_arrival' })
  await insertBid(ann, { title: 'a passed', status: 'outbid', outcome: 'price_past_maximum' })
  await insertBid(ann, { title: 'a failed', status: 'failed', outcome: 'site_down' })
  await insertBid(ann, { title: 'a cancelled', status: 'cancelled', outcome: 'cancelled' })
  await insertAuction(ann, { title: 'a watched' })
  expect(await shown('won')).toBe('a won')
  expect(await shown('lost')).toBe('a lost')
  expect(await shown('outbid')).toBe('a passed,an outbid')
  expect(await shown('not_placed')).toBe('a failed')
  expect(await shown('cancelled')).toBe('a cancelled')
  expect(await shown('no_bid')).toBe('a watched')
  expect(await shown('won,lost')).toBe('a lost,a won')
})

test("The history's query and the contract agree on what became of a bid, for each status and outcome", async () => {
  const combinations = BidStatus.options.flatMap((status) =>
    [null, ...BidOutcome.options].map((outcome) => ({ status, outcome })),
  )
  const { rows } = await sql<{ status: BidStatus; outcome: BidOutcome | null; result: string }>`
    select status, outcome, ${resultOfBid} as result
      from jsonb_to_recordset(${JSON.stringify(combinations)}::jsonb) as b (status text, outcome text)`.execute(
    bidding.db,
  )
  expect(rows).toEqual(combinations.map((bid) => ({ ...bid, result: historyResultOf(bid) })))
})

test('A row has the date of the end, or of the cancelling before the end, and the list is sorted by it', async () => {
  await insertBid(ann, {
    title: 'settled late',
    endsAt: '2026-11-10T20:00:00Z',
    status: 'won',
    settledAt: '2026-11-14T00:00:00Z',
  })
  await insertBid(ann, {
    title: 'cancelled early',
    endsAt: '2026-12-01T20:00:00Z',
    status: 'cancelled',
    settledAt: '2026-11-12T10:00:00Z',
  })
  await insertBid(ann, { title: 'in between', endsAt: '2026-11-11T20:00:00Z', status: 'lost' })
  const { entries } = await list()
  expect(entries.map(({ title, at }) => [title, at.slice(0, 10)])).toEqual([
    ['cancelled early', '2026-11-12'],
    ['in between', '2026-11-11'],
    ['settled late', '2026-11-10'],
  ])
})

test('Each order has each row exactly once over several pages, with unknown values last', async () => {
  const same = { endsAt: '2026-11-10T20:00:00Z' }
  await insertBid(ann, { title: 'delta', status: 'won', max: 20, price: 10, ...same })
  await insertBid(ann, { title: 'Alpha', status: 'won', max: 30, price: 10, ...same })
  await insertBid(ann, { title: 'charlie', status: 'lost', max: 40, price: 45, ...same })
  await insertBid(ann, { title: 'bravo', status: 'won', max: 10, ...same })
  await insertAuction(ann, { title: 'echo', ...same })

  for (const sort of ['date', 'item', 'result', 'paid', 'max', 'margin'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      const whole = (await list({ sort, direction })).entries
      expect(new Set(whole.map(({ key }) => key)).size).toBe(5)
      const paged: Entry[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          direction,
          limit: '2',
          ...(cursor && { cursor }),
        })
        paged.push(...page.entries)
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(paged).toEqual(whole)
    }
  }
  expect(await titles({ sort: 'item', direction: 'asc' })).toEqual(['Alpha', 'bravo', 'charlie', 'delta', 'echo'])
  expect(await titles({ sort: 'max', direction: 'asc' })).toEqual(['bravo', 'delta', 'Alpha', 'charlie', 'echo'])
  expect((await titles({ sort: 'margin', direction: 'desc' })).slice(0, 3)).toEqual(['Alpha', 'delta', 'charlie'])
})

test('A search finds every word of a title in either case, or an item number, and takes no character as a wildcard', async () => {
  const { auction_id } = await insertBid(ann, { title: 'Brass Desk Lamp', status: 'won' })
  await insertBid(ann, { title: '100% wool_rug', status: 'lost' })
  expect(await titles({ search: 'lamp BRASS' })).toEqual(['Brass Desk Lamp'])
  expect(await titles({ search: ` ${auction_id} ` })).toEqual(['Brass Desk Lamp'])
  expect(await titles({ search: '100%' })).toEqual(['100% wool_rug'])
  expect(await titles({ search: '%' })).toEqual(['100% wool_rug'])
  expect(await titles({ search: 'wool?rug' })).toEqual([])
  expect(await titles({ search: "' or 1=1" })).toEqual([])
})

test('Totals count and add up each month in the site’s time zone, also across a new year and summer time', async () => {
  // One second before and at midnight in Los Angeles: in winter that is 8:00 in UTC, in summer 7:00.
  await won('2026-01-01T07:59:59Z', 1.01)
  await won('2026-01-01T08:00:00Z', 2.02)
  await won('2026-04-01T06:59:59Z', 3.03)
  await won('2026-04-01T07:00:00Z', 4.04)
  // Summer time ends on this day at 9:00 in UTC; the hour before occurs twice.
  await won('2026-11-01T06:59:59Z', 0.1)
  await won('2026-11-01T08:30:00Z', 0.1)
  await won('2026-11-01T09:30:00Z', 0.2)
  const { months, total } = await totals()
  expect(months.map(({ month, won: count, spent, saved }) => [month, count, spent, saved])).toEqual([
    ['2026-11', 2, 0.3, 39.7],
    ['2026-10', 1, 0.1, 19.9],
    ['2026-04', 1, 4.04, 15.96],
    ['2026-03', 1, 3.03, 16.97],
    ['2026-01', 1, 2.02, 17.98],
    ['2025-12', 1, 1.01, 18.99],
  ])
  expect(total).toMatchObject({ entries: 7, won: 7, decided: 7, spent: 10.5, saved: 129.5 })
})

test('Totals count won of decided bids, leave out cancelled ones, and say how many prices are not known', async () => {
  await insertBid(ann, { title: 'lamp', status: 'won', max: 20, price: 12.5 })
  await insertBid(ann, { title: 'lamp', status: 'won', max: 20 })
  await insertBid(ann, { title: 'rug', status: 'lost', max: 20, price: 25 })
  await insertBid(ann, { title: 'rug', status: 'failed', outcome: 'site_down' })
  await insertBid(ann, { title: 'rug', status: 'cancelled', outcome: 'cancelled' })
  await insertAuction(ann, {})
  const none = { cost: 0, costed: 0, read_in: 0, sold: 0, profit: 0, profited: 0 }
  const november = { entries: 6, won: 2, decided: 4, spent: 12.5, saved: 7.5, unpriced: 1, ...none }
  expect(await totals()).toEqual({ total: november, months: [{ month: '2026-11', ...november }] })
  expect((await totals({ search: 'rug' })).total).toMatchObject({ entries: 3, won: 0, decided: 2, spent: 0 })
  expect((await totals({ result: 'won' })).total).toMatchObject({ entries: 2, decided: 2, spent: 12.5 })
  expect(await totals({ search: 'nothing has this title' })).toEqual({
    total: { entries: 0, won: 0, decided: 0, spent: 0, saved: 0, unpriced: 0, ...none },
    months: [],
  })
})

test('Entries, totals and the file have what the site’s orders say of won items, and nothing where they do not say it', async () => {
  const whole = await insertBid(ann, { title: 'lamp', status: 'won', max: 20, price: 12.5 })
  const half = await insertBid(ann, { title: 'rug', status: 'won', max: 20, price: 10 })
  await insertBid(ann, { title: 'vase', status: 'won', max: 20, price: 10 })
  // An order of another bidder’s account on the same item tells Ann nothing.
  for (const [{ accountId }, auction_id, tax_cents] of [
    [ann, whole.auction_id, 97],
    [ann, half.auction_id, null],
    [bea, whole.auction_id, 12_345],
  ] as const) {
    const costs = { price_cents: 1_250, shipping_cents: 800, handling_cents: 0, tax_cents }
    const row = { account_id: accountId, marketplace: 'shopgoodwill', auction_id, paid: true, ...costs }
    await bidding.db.insertInto('orders').values(row).execute()
  }
  expect((await list({ sort: 'item', direction: 'asc' })).entries).toMatchObject([
    { title: 'lamp', shipping: 8, handling: 0, tax: 0.97, total: 21.47 },
    { title: 'rug', shipping: 8, handling: 0, tax: null, total: null },
    { title: 'vase', shipping: null, handling: null, tax: null, total: null },
  ])
  expect((await totals()).total).toMatchObject({ won: 3, spent: 32.5, cost: 21.47, costed: 1 })
  const lines = (await readFile({ sort: 'item', direction: 'asc' })).bytes.toString('utf8').split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',').slice(-21, -17).join())).toEqual([
    '8.00,0.00,0.97,21.47',
    '8.00,0.00,,',
    ',,,',
    '',
  ])
})

test('A win above the maximum, by a higher bid made at the site, takes nothing from what the others saved', async () => {
  await insertBid(ann, { title: 'lamp', status: 'won', max: 20, price: 12.5 })
  await insertBid(ann, { title: 'rug', status: 'won', max: 30, price: 41 })
  expect((await totals()).total).toMatchObject({ won: 2, spent: 53.5, saved: 7.5 })
})

test('The file has every row that the filter leaves, whatever the page, as a CSV file that runs nothing', async () => {
  await insertBid(ann, {
    title: '=HYPERLINK("http://evil.example","Win"); -2',
    status: 'won',
    max: 1300,
    price: 1234.5,
    endsAt: '2026-11-10T20:00:00Z',
  })
  await insertBid(ann, { title: '+1, "Größe"\nM', status: 'lost', max: 10, price: 16, endsAt: '2026-07-10T20:00:00Z' })
  await insertBid(ann, { title: '@SUM(A1)', status: 'cancelled', outcome: 'cancelled', endsAt: '2026-07-09T20:00:00Z' })
  await insertAuction(ann, { title: '-2 chairs', endsAt: '2026-07-08T20:00:00Z' })
  const { headers, bytes } = await readFile({ sort: 'date', direction: 'desc' })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="bidwell-history-\d{4}-\d\d-\d\d\.csv"$/)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString('utf8').split('\r\n')
  const withoutLinks = lines.map((line) => line.replace(/"7000\d+"/, 'N').replace(/,"http[^,"]*\/item\/\d+",{10}$/, ''))
  expect(withoutLinks).toEqual([
    '"Date (Pacific time)","Item","Item number","Result","Sold for","Paid","Max","Margin","In all before tax","Shipping by order","Handling by order","Tax by order","Total by order","Order","Seller","Paid on (first seen)","Tracking number","Labels","Note","Link","Additional fee","Donation","Ordered on","Shipped on","You sold it for","Fees","You sold it on","Where","Refund","Profit"',
    '2026-11-10 12:00:00,"\'=HYPERLINK(""http://evil.example"",""Win""); \'-2",N,"Won",1234.50,1234.50,1300.00,65.50,,,,,,,,,,"",""',
    '2026-07-10 13:00:00,"\'+1, ""Größe""\nM",N,"Lost",16.00,,10.00,-6.00,,,,,,,,,,"",""',
    `2026-07-09 13:00:00,"'@SUM(A1)",N,"Cancelled",,,25.00,,,,,,,,,,,"",""`,
    `2026-07-08 13:00:00,"'-2 chairs",N,"No bid",10.00,,,,,,,,,,,,,"",""`,
    '',
  ])
  const filtered = (await readFile({ result: 'won' })).bytes.toString()
  expect(filtered.split('\r\n')).toHaveLength(3)
  expect(filtered).not.toContain('Bea')
})

test.each([
  ['x;"=1+1;y', `x;"'=1+1;y`],
  ['＝1+1', "'＝1+1"],
  ["''\u200b＠SUM(A1)", "''\u200b'＠SUM(A1)"],
  ['Lamp; “-2” and\t+3', "Lamp; “'-2” and\t'+3"],
  ['Lamp\n=1', "Lamp\n'=1"],
  ['A 5-piece set (=5 cups), 20% off; mint', 'A 5-piece set (=5 cups), 20% off; mint'],
])(
  'Of the title %j the file makes %j, which no spreadsheet runs whatever its separator is',
  async (title, harmless) => {
    await insertAuction(ann, { title, endsAt: '2026-07-08T20:00:00Z' })
    const text = (await readFile()).bytes.toString('utf8')
    expect(text).toContain(`,"${harmless.replaceAll('"', '""')}",`)
    for (const separator of [';', '\t', '\n']) {
      for (const cell of text.split(separator)) expect(cell).not.toMatch(/^[\s\u200b"“”]*[=+\-@＝＋－＠]/)
    }
  },
)

test('The file of a long history is read in parts and has each row once', async () => {
  await insertAuction(ann, { title: 'to copy' })
  const copied = await sql`
    with l as (
      insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents,
                            minimum_bid_cents, bid_increment_cents, bid_count, ends_at, closed_at, closed_reason,
                            last_checked_at, created_at, updated_at)
      select 'shopgoodwill', (800000000 + n)::text, '1', 'Auction ' || n, 1, 1, 2, 1, 1, t, t, 'ended', t, t, t
        from generate_series(1, 1201) n, (select timestamptz '2026-11-01T00:00:00Z' as t) at
      returning id, ends_at)
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
    select ${ann.accountId}, id, ends_at, ends_at from l`.execute(bidding.db)
  expect(Number(copied.numAffectedRows)).toBe(1_201)
  const rows = (await readFile()).bytes.toString().trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength(1_202)
  expect(new Set(rows).size).toBe(1_202)
})

test('A row that its owner deletes leaves the list and the totals, and other accounts keep theirs', async () => {
  const { bidId } = await insertBid(ann, { status: 'won', price: 10 })
  const { trackedId } = await insertAuction(ann, {})
  const body = { bidIds: [bidId], auctionIds: [trackedId] }
  const { body: deleted } = await bidding.api.call(api.deleteBids, { token: ann.token, body })
  expect(deleted.data).toMatchObject({ deleted_bids: 1, deleted_auctions: 1, refused: [] })
  expect((await list()).entries).toEqual([])
  expect((await totals()).total.entries).toBe(0)
  expect((await list({}, bea)).entries.map(({ title }) => title)).toEqual(['Bea’s lamp'])
})

test.each([
  [{ result: 'won,nonsense' }, 'result'],
  [{ search: 'a\u0000b' }, 'search'],
  [{ search: 'a'.repeat(201) }, 'search'],
  [{ sort: 'price' }, 'sort'],
  [{ direction: 'down' }, 'direction'],
  [{ limit: '101' }, 'limit'],
  [{ limit: '1e3' }, 'limit'],
  [{ cursor: 'nonsense' }, 'cursor'],
  [{ cursor: Buffer.from('["a\\u0000",1]').toString('base64url'), sort: 'item' }, 'cursor'],
  [{ cursor: Buffer.from('["a",1]').toString('base64url') }, 'cursor'],
  [{ cursor: Buffer.from('[1.5,1]').toString('base64url') }, 'cursor'],
  [{ page: '2' }, 'page'],
])('The invalid query %j is refused with the name of its parameter', async (query, path) => {
  const { status, failure } = await bidding.api.call(api.listHistory, { token: ann.token, query })
  expect([status, JSON.stringify(failure.details)]).toEqual([400, expect.stringContaining(path)])
})

test('The link to similar items opens a page of the site that lists an open item with the same words', async () => {
  await insertBid(ann, { title: 'Copper "kettle"  with lid and handle', status: 'lost', price: 30 })
  bidding.listItem({ title: 'Old copper kettle, lid, handle' })
  bidding.listItem({ title: 'Tin kettle' })
  const [entry] = (await list()).entries
  expect(entry?.similar_url).toBe(`${bidding.house.url}/categories/listing?st=Copper+kettle+lid+handle`)
  const page = await (await fetch(entry?.similar_url ?? '')).text()
  expect(page).toContain('Old copper kettle, lid, handle')
  expect(page).not.toContain('Tin kettle')
})
