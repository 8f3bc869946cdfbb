import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bid, call, openTestHouse, signIn } from '../../test/open-test-house.ts'

const EVERYTHING = JSON.parse(readFileSync(new URL('../../test/fixtures/search-request.json', import.meta.url), 'utf8'))

let house: Awaited<ReturnType<typeof openTestHouse>>

beforeAll(async () => {
  house = await openTestHouse()
  const { createListing } = house.control
  const lamp = createListing({
    title: 'Brass Lamp',
    endsInSeconds: 300,
    startingPrice: 20,
    categoryId: 32,
    sellerId: 135,
  })
  createListing({ title: 'Jazz Records', endsInSeconds: 100, startingPrice: 5, categoryId: 53, shipping: 'one-cent' })
  createListing({
    title: 'Oak Desk',
    endsInSeconds: 200,
    startingPrice: 50,
    description: 'solid brass pulls',
    shipping: 'pickup-only',
  })
  createListing({ title: 'Closed Item', endsInSeconds: 1 })
  house.advance(1_000)
  await bid(house, await signIn(house), lamp.itemId, '30.00')
})
afterAll(() => house[Symbol.asyncDispose]())

const search = (query: object) =>
  call(house, 'Search/ItemListing', { body: { ...EVERYTHING, searchText: '', ...query } })

const titles = async (query: object) =>
  (await search(query)).json.searchResults.items.map(({ title }: { title: string }) => title)

test('Open items are sorted by end, or in the requested order', async () => {
  expect(await titles({})).toEqual(['Jazz Records', 'Oak Desk', 'Brass Lamp'])
  expect(await titles({ sortDescending: 'true' })).toEqual(['Brass Lamp', 'Oak Desk', 'Jazz Records'])
  expect(await titles({ sortColumn: '4' })).toEqual(['Jazz Records', 'Brass Lamp', 'Oak Desk'])
  expect((await titles({ sortColumn: '3', sortDescending: 'true' }))[0]).toBe('Brass Lamp')
})

test.each([
  [{ searchText: 'LAMP brass' }, ['Brass Lamp']],
  [{ searchText: 'brass', searchDescriptions: 'true' }, ['Oak Desk', 'Brass Lamp']],
  [{ lowPrice: '10', highPrice: '25.50' }, ['Brass Lamp']],
  [{ selectedCategoryIds: '53' }, ['Jazz Records']],
  [{ catIds: '-1,31,32' }, ['Brass Lamp']],
  [{ selectedCategoryIds: '31' }, ['Brass Lamp']],
  [{ selectedSellerIds: '135' }, ['Brass Lamp']],
  [{ searchPickupOnly: 'true' }, ['Oak Desk']],
  [{ searchNoPickupOnly: 'true' }, ['Jazz Records', 'Brass Lamp']],
  [{ searchOneCentShippingOnly: 'true' }, ['Jazz Records']],
  [{ searchBuyNowOnly: 'true' }, []],
  [{ searchClosedAuctions: 'true' }, ['Closed Item']],
  [{ searchClosedAuctions: 'true', closedAuctionEndingDate: '10/6/2026' }, []],
  [{ page: '2' }, []],
])('Searching by %j finds %j', async (query, expected) => {
  expect(await titles(query)).toEqual(expected)
})

test('Malformed categories filter nothing, empty prices find nothing and double quotes are forbidden, as on the site', async () => {
  expect(await titles({ selectedCategoryIds: 'abc' })).toHaveLength(3)
  expect(await titles({ lowPrice: '' })).toEqual([])
  expect((await search({ searchText: '"lamp"' })).status).toBe(403)
})

test('An incomplete or wrongly typed body finds nothing, without an error', async () => {
  const { status, json } = await call(house, 'Search/ItemListing', { body: { searchText: 'lamp' } })
  expect([status, json.searchResults]).toEqual([200, { items: [], itemCount: 0 }])
  expect(await titles({ searchText: 7 })).toEqual([])
})

test('A price that is not a number is refused with the name of its field', async () => {
  const { status, headers, json } = await search({ lowPrice: 'abc' })
  expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  expect(json.errors.lowPrice[0]).toContain('Could not convert string to decimal: abc.')
})

test('A page of search results has forty rows', async () => {
  await using full = await openTestHouse()
  for (let count = 0; count < 45; count++)
    full.control.createListing({ title: `Item ${count}`, endsInSeconds: 100 + count })
  const page = async (number: string) =>
    (await call(full, 'Search/ItemListing', { body: { ...EVERYTHING, searchText: '', page: number, pageSize: '10' } }))
      .json.searchResults
  expect((await page('1')).items).toHaveLength(40)
  expect((await page('2')).items.map(({ title }: { title: string }) => title)).toEqual(
    [40, 41, 42, 43, 44].map((n) => `Item ${n}`),
  )
  expect((await page('2')).itemCount).toBe(45)
})
