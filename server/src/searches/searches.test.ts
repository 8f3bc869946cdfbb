import { api, messages, type NewSearch } from '@bidwell/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type ManualClock, manualClock } from '../../test/manual-clock.ts'
import type { Ctx } from '../context/ctx.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { runSearches } from './run-searches.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_S = 86_400
const SEARCH = 'Search/ItemListing'

let bidding: Bidding
let ann: Person
let clock: ManualClock
/** Pages that were asked for. */
let searchesAtSite: number
beforeEach(async () => {
  searchesAtSite = 0
  bidding = await startBidding({
    marketplace: (client) => ({
      ...client,
      search: (...input) => {
        searchesAtSite += 1
        return client.search(...input)
      },
    }),
  })
  ann = await bidding.bidder()
  clock = manualClock(systemClock.now())
})
afterEach(() => bidding[Symbol.asyncDispose]())

const LAMP: NewSearch = { words: 'brass lamp', max_price: null, category: null, seller: null, delivery: 'any' }

const save = ({ token } = ann, search: Partial<NewSearch> = {}) =>
  bidding.api.call(api.saveSearch, { token, body: { ...LAMP, ...search } })

async function saved(person = ann, search: Partial<NewSearch> = {}) {
  const { body } = await save(person, search)
  return body.data.search.id
}

const offer = (title: string, more: Parameters<Bidding['listItem']>[0] = {}) =>
  bidding.listItem({ title, startingPrice: 10, endsInSeconds: 3 * DAY_S, ...more })

/** Lets two minutes pass before each turn, in which one page is read. */
async function takeTurns(count = 1, over: Partial<Ctx> = {}) {
  for (let turn = 0; turn < count; turn += 1) {
    await clock.advanceBy(2 * MINUTE)
    await runSearches({ ...bidding.ctx, clock, ...over })
  }
}

async function told({ accountId } = ann): Promise<{ title: string; text: string }[]> {
  const rows = await bidding.db
    .selectFrom('notifications')
    .select(['kind', 'values'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'search_found')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, values }) => messages.notification.describe(kind, values, { site: '', time: String }))
}

async function hits(id: number, { token } = ann) {
  const { body } = await bidding.api.call(api.readSearch, { token, params: { id } })
  return body.data.items
}

test('The first run tells nothing, and each later one tells what is new, once, wherever it is in the order', async () => {
  const first = offer('Brass lamp')
  const id = await saved()
  const bystander = await bidding.bidder()
  await saved(bystander, { words: 'oak desk' })
  await takeTurns(2)
  expect(await told()).toEqual([])
  expect(await hits(id)).toMatchObject([{ auction_id: first.auctionId, new_since: null }])

  offer('Brass Lamp with shade', { endsInSeconds: 2 * DAY_S })
  offer('Lamp, brass', { endsInSeconds: 4 * DAY_S })
  offer('Brassy lampshade')
  await takeTurns(4)
  expect(await told()).toMatchObject([
    { title: '2 new for brass lamp', text: 'Brass Lamp with shade, $10.00; Lamp, brass, $10.00.' },
  ])
  expect((await hits(id)).map(({ title, new_since }) => [title, new_since !== null])).toEqual([
    ['Brass Lamp with shade', true],
    ['Lamp, brass', true],
    ['Brass lamp', false],
  ])
  expect(await told(bystander)).toEqual([])
})

test('Equal searches share their reads, and each has its own words, its own first run, and its own message', async () => {
  const ben = await bidding.bidder()
  await saved(ann, { words: 'brass lamp -broken' })
  await takeTurns()
  await saved(ben, { words: 'lamp brass (shade|desk)' })
  expect(await bidding.db.selectFrom('site_searches').select('words').execute()).toEqual([{ words: 'brass lamp' }])
  offer('Brass desk lamp, broken')
  offer('Brass lamp, good')
  await takeTurns()
  expect(await told(ann)).toMatchObject([{ title: '1 new for brass lamp -broken' }])
  expect(await told(ben)).toEqual([])
  offer('Brass lamp, shade')
  await takeTurns()
  expect(await told(ann)).toHaveLength(2)
  expect(await told(ben)).toMatchObject([{ text: 'Brass lamp, shade, $10.00.' }])
})

test('A search of three pages is read page by page, an item that moves between them is told once, and none is lost', async () => {
  for (let place = 0; place < 95; place += 1) offer(`Brass lamp ${place + 10}`, { endsInSeconds: DAY_S + place * 60 })
  const id = await saved()
  await takeTurns(3)
  expect(await hits(id)).toHaveLength(95)
  offer('Brass lamp, new', { endsInSeconds: 2 * DAY_S })
  await takeTurns()
  // All that follow move by one place, so that the last row of the first page is also the first one of the second.
  offer('Brass lamp, newer', { endsInSeconds: 2 * DAY_S })
  await takeTurns(2)
  expect(await told()).toMatchObject([{ title: '1 new for brass lamp' }])
  await takeTurns(3)
  expect(await told()).toMatchObject([{ text: 'Brass lamp, new, $10.00.' }, { text: 'Brass lamp, newer, $10.00.' }])
  expect(await hits(id)).toHaveLength(97)
})

test('The same title of the same seller is listed again, with the price at which it closed', async () => {
  const before = offer('Brass lamp', { endsInSeconds: 600, sellerId: 135, startingPrice: 9.99 })
  const id = await saved()
  await takeTurns()
  bidding.house.control.closeListing({ itemId: before.itemId })
  await clock.advanceBy(HOUR)
  offer('Brass lamp', { sellerId: 117 })
  const again = offer('BRASS lamp', { sellerId: 135 })
  await takeTurns()
  const [{ text } = { text: '' }] = await told()
  expect(text).toMatch(/BRASS lamp, \$10\.00 \(listed again; closed unsold at \$9\.99 on [A-Z][a-z]{2} \d+\)/)
  expect(text.match(/listed again/g)).toHaveLength(1)
  const found = await hits(id)
  expect(found.find(({ auction_id }) => auction_id === again.auctionId)?.listed_before).toMatchObject({
    price: 9.99,
    bid_count: 0,
  })
})

test('Of five hundred new items each is told once, by two processes of which one is killed again and again', async () => {
  const kinds = ['lamp', 'desk', 'vase', 'coin', 'ring']
  for (const kind of kinds) await saved(ann, { words: kind })
  await takeTurns(5)
  for (let count = 0; count < 500; count += 1) offer(`${kinds[count % 5]} no ${count + 10}`)
  const ctx = { ...bidding.ctx, clock }
  // It has read its page, and ends before the page is kept.
  const ended = { execute: () => Promise.reject(new Error('killed')) }
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const member: unknown = name === 'transaction' ? () => ended : Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const before = searchesAtSite
  for (let turn = 0; turn < 25; turn += 1) {
    await clock.advanceBy(2 * MINUTE)
    if (turn % 3 === 0) await expect(runSearches({ ...ctx, db })).rejects.toThrow('killed')
    await Promise.all([runSearches(ctx), runSearches(ctx)])
  }
  const news = await bidding.db
    .selectFrom('notifications')
    .select('values')
    .where('kind', '=', 'search_found')
    .execute()
  expect(Object.fromEntries(news.map(({ values }) => [values['words'], values['count']]))).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, 100])),
  )
  expect(news).toHaveLength(kinds.length)
  expect(searchesAtSite - before).toBe(25 * 2 + 9)
})

test('A refusal stops searches for an hour and then for two, and says so; prices are read on', async () => {
  const { auctionId } = offer('Brass lamp')
  await saved()
  bidding.house.control.addFault({ kind: 'status', status: 403, endpoint: SEARCH })
  await takeTurns(10)
  expect(searchesAtSite).toBe(2)
  const { body } = await bidding.api.call(api.listSearches, { token: ann.token })
  expect(body.data).toMatchObject({ refused_until: expect.stringMatching(/Z$/), searches: [{ next_run_at: null }] })
  await bidding.track(ann, auctionId)
  expect((await bidding.ctx.readBudget.state()).state).toBe('ok')

  await clock.advanceBy(HOUR - 20 * MINUTE)
  await takeTurns(2)
  expect(searchesAtSite).toBe(3)
  await clock.advanceBy(HOUR + 30 * MINUTE)
  await takeTurns(1)
  expect(searchesAtSite).toBe(3)
  bidding.house.control.clearFaults()
  await clock.advanceBy(HOUR)
  await takeTurns(1)
  expect(searchesAtSite).toBe(4)
})

test('A search that the site does not answer lets the next one have its turn, and says so until a run succeeds', async () => {
  await saved()
  await saved(ann, { words: 'oak desk' })
  bidding.house.control.addFault({ kind: 'status', status: 500, endpoint: SEARCH, times: 1 })
  const list = async () => {
    const { body } = await bidding.api.call(api.listSearches, { token: ann.token })
    return body.data.searches.map(({ failure, last_run_at }) => [failure, last_run_at !== null])
  }
  await takeTurns()
  expect(await list()).toEqual([
    ['site', false],
    [null, false],
  ])
  expect((await bidding.ctx.readBudget.state()).state).toBe('ok')
  await takeTurns()
  expect(await list()).toEqual([
    ['site', false],
    [null, true],
  ])
  await takeTurns()
  expect(await list()).toEqual([
    [null, true],
    [null, true],
  ])
})

test('A search that finds more than three pages is refused at the field, and one that grows so large says so', async () => {
  for (let count = 0; count < 120; count += 1) offer(`Brass lamp ${count + 10}`)
  const id = await saved()
  offer('Brass lamp, one too many')
  expect((await save(ann, { words: 'lamp brass' })).failure).toMatchObject({
    message: 'Add a word or a category',
    details: [{ path: 'words' }],
  })
  await takeTurns()
  const { body } = await bidding.api.call(api.readSearch, { token: ann.token, params: { id } })
  expect(body.data.search).toMatchObject({ failure: 'too_many', hits: 0 })
})

test.each([
  [{ words: 'brass "lamp' }, 'words', 'Close the quotation mark: "50mm 1.8"'],
  [{ words: '-broken' }, 'words', 'Add a word to look for: this only leaves things out'],
  [{ words: 'brass l' }, 'words', 'A word needs two letters or digits: l'],
  [{ words: 'x'.repeat(101) }, 'words', 'A search has at most 100 characters'],
  [{ max_price: -4 }, 'max_price', 'Enter an amount of at least $0.01, such as 40'],
  [{ max_price: 4.123 }, 'max_price', 'Enter an amount of at least $0.01, such as 40'],
])('A search with %j is refused at its field', async (search, path, message) => {
  expect((await save(ann, search)).failure.details).toEqual([{ path, message }])
  expect(await bidding.db.selectFrom('searches').selectAll().execute()).toEqual([])
})

test('An eleventh search of a person and a sixty-first of the installation are refused; an equal one takes no room', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => bidding.bidder()))
  const word = (place: number) => `lamp${String(place).padStart(2, '0')}`
  for (let place = 0; place < 60; place += 1) {
    const person = people[Math.floor(place / 10)] ?? ann
    expect((await save(person, { words: word(place) })).status).toBe(200)
  }
  expect((await save(people[0], { words: 'one more' })).failure.message).toMatch(/^You have 10 searches/)
  expect((await save(people[6], { words: 'one more' })).failure.message).toMatch(/watches 60 searches/)
  expect((await save(people[6], { words: word(3) })).status).toBe(200)
})

test('Odd pages are survived and logged: a row without a number, an item twice, 41 rows, and a count that lies', async () => {
  offer('Brass lamp, first', { endsInSeconds: 2 * DAY_S })
  for (let count = 0; count < 41; count += 1) offer(`Brass lamp ${count + 10}`)
  const id = await saved()
  bidding.house.control.addFault({
    kind: 'odd_rows',
    endpoint: SEARCH,
    withoutId: true,
    twice: true,
    count: 3,
    times: 1,
  })
  const lines: string[] = []
  const log = createLog({
    level: 'warn',
    process: 'test',
    destination: { write: (line: string) => void lines.push(line) },
  })
  await takeTurns(2, { log })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { page: 1, rows: 41, unread: 1, repeated: 1, count: 3, msg: 'a page of the search is odd' },
  ])
  expect(await hits(id)).toHaveLength(41)
  await takeTurns(2)
  expect(await hits(id)).toHaveLength(42)
})

test('A price, a seller and a delivery are asked of the site, and a page that ignores them is filtered here', async () => {
  offer('Brass lamp', { startingPrice: 50, sellerId: 135 })
  const cheap = offer('Brass lamp', { startingPrice: 12, sellerId: 135 })
  offer('Brass lamp', { startingPrice: 12, sellerId: 117 })
  const pickup = offer('Brass lamp', { startingPrice: 12, sellerId: 135, shipping: 'pickup-only' })
  const wanted = { max_price: 20, seller: { id: '135', name: 'Goodwill of the Valley' } }
  const shipped = await saved(ann, { ...wanted, delivery: 'shipped' })
  const collected = await saved(ann, { ...wanted, delivery: 'pickup' })
  await takeTurns(2)
  expect((await hits(shipped)).map(({ auction_id }) => auction_id)).toEqual([cheap.auctionId])
  expect((await hits(collected)).map(({ auction_id }) => auction_id)).toEqual([pickup.auctionId])
})

test('A changed search keeps what it knows while the site is asked for the same, and begins again for anything else', async () => {
  offer('Brass lamp')
  const id = await saved()
  await takeTurns()
  const change = (words: string, { token } = ann) =>
    bidding.api.call(api.changeSearch, { token, params: { id }, body: { ...LAMP, words } })
  await change('brass lamp -broken')
  offer('Brass lamp, new')
  await takeTurns()
  expect(await told()).toHaveLength(1)
  expect((await change('oak desk')).body.data.search).toMatchObject({ last_run_at: null, hits: 0 })
  offer('Oak desk')
  await takeTurns()
  expect(await told()).toHaveLength(1)
  expect((await hits(id)).map(({ title }) => title)).toEqual(['Oak desk'])
})

test('Nobody reads, changes or removes another person’s search', async () => {
  const id = await saved()
  const { token } = await bidding.bidder()
  const params = { id }
  expect((await bidding.api.call(api.readSearch, { token, params })).status).toBe(404)
  expect((await bidding.api.call(api.changeSearch, { token, params, body: LAMP })).status).toBe(404)
  expect((await bidding.api.call(api.removeSearch, { token, params })).status).toBe(404)
  expect((await bidding.api.call(api.removeSearch, { token: ann.token, params })).status).toBe(200)
  await takeTurns()
  expect(await bidding.db.selectFrom('searches').selectAll().execute()).toEqual([])
})

test('A search is tried without being kept, and a title stays text', async () => {
  offer('Brass lamp <img src=x onerror=alert(1)> =HYPERLINK("x")', { sellerId: 135 })
  const { body } = await bidding.api.call(api.trySearch, { token: ann.token, body: LAMP })
  expect(body.data).toMatchObject({ found: 1, items: [{ title: expect.stringContaining('=HYPERLINK("x")') }] })
  expect(body.data.items[0]?.title).not.toContain('<img')
  expect(await bidding.db.selectFrom('site_searches').selectAll().execute()).toEqual([])
})

test('Sixty searches cost thirty reads an hour', async () => {
  for (let place = 0; place < 60; place += 1) {
    await bidding.db
      .insertInto('site_searches')
      .values({ marketplace: bidding.site.id, words: `lamp${place}`, delivery: 'any' })
      .execute()
  }
  await bidding.db
    .insertInto('searches')
    .columns(['account_id', 'site_search_id', 'words', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('site_searches')
        .select([eb.val(ann.accountId).as('a'), 'id', 'words', eb.val(new Date(clock.now())).as('c')]),
    )
    .execute()
  const before = searchesAtSite
  await takeTurns(30)
  expect(searchesAtSite - before).toBe(30)
})
