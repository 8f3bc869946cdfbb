import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bid, call, openTestHouse, readItem, signIn } from '../../test/open-test-house.ts'
import { differences } from '../../test/shape-of.ts'
import { sealCredential } from '../index.ts'

/** A documented example of the protocol. */
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../test/fixtures/${name}.json`, import.meta.url), 'utf8'))

const NAIVE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{0,2}[1-9])?$/

let house: Awaited<ReturnType<typeof openTestHouse>>
let token: string
let itemId: number
let closedItemId: number

beforeAll(async () => {
  house = await openTestHouse()
  token = await signIn(house)
  const rivals = [
    { strategy: 'early' as const, maxBid: 15 },
    { strategy: 'proxy' as const, maxBid: 20 },
  ]
  const listing = { title: 'Vintage Bowl', endsInSeconds: 3_600, rivals, categoryId: 67, sellerId: 135 }
  itemId = house.control.createListing(listing).itemId
  closedItemId = house.control.createListing({ ...listing, endsInSeconds: 60 }).itemId
  house.advance(3_500_123)
  await bid(house, token, itemId, '18.00')
  await call(house, `Favorite/AddToFavorite?itemId=${itemId}`, { token })
})
afterAll(() => house[Symbol.asyncDispose]())

test('Item detail has all 88 keys with their types, for open and closed items, with and without a login', async () => {
  expect(Object.keys(example('item-detail'))).toHaveLength(88)
  for (const id of [itemId, closedItemId]) {
    for (const bearer of ['', token]) {
      const detail = await readItem(house, id, bearer)
      expect(differences(example('item-detail'), detail)).toEqual([])
      expect(detail.bidHistory.bidSummary.length).toBeGreaterThan(1)
      for (const time of [detail.endTime, detail.startTime, detail.serverTime]) expect(time).toMatch(NAIVE_TIME)
    }
  }
})

test('Item detail holds the category in two formats, and picture paths relative to the image server', async () => {
  const detail = await readItem(house, itemId)
  expect(detail.categoryParentList).toBe('20|Tableware and Kitchenware|67|Tools & Gadgets')
  expect(detail.categoryBreadCrumbs).toEqual(example('item-detail').categoryBreadCrumbs)
  const [first] = detail.imageUrlString.split(';')
  expect(first).toMatch(/^135\\Items\\10-07-2026\\[\w-]+\.jpg$/)
  const picture = await fetch(detail.imageServer + first.replaceAll('\\', '/'))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('An unknown item answers 404 without a body, and paths are case-insensitive', async () => {
  const unknown = await call(house, 'ItemDetail/GetItemDetailModelByItemId/1')
  expect([unknown.status, unknown.text]).toEqual([404, ''])
  expect((await call(house, `itemdetail/getITEMdetailmodelbyitemid/${itemId}`)).json.itemId).toBe(itemId)
})

test('The bid dialogue has its 23 keys and requires a login', async () => {
  const { json } = await call(house, `itemBid/ShowBidModal?itemId=${itemId}`, { token })
  expect(Object.keys(example('bid-modal'))).toHaveLength(23)
  expect(differences(example('bid-modal'), json)).toEqual([])
  expect(json.minimumBid).toBe((await readItem(house, itemId)).minimumBid)
  expect((await call(house, `itemBid/ShowBidModal?itemId=${itemId}`)).status).toBe(401)
})

test('A documented bid is accepted, and both documented answers have their keys', async () => {
  const accepted = await call(house, 'ItemBid/PlaceBid', { token, body: { ...example('bid-request'), itemId } })
  expect(differences(example('bid-accepted'), accepted.json)).toEqual([])
  const closed = await call(house, 'ItemBid/PlaceBid', {
    token,
    body: { ...example('bid-request'), itemId: closedItemId },
  })
  // The documented answer to a closed auction has few keys. The house sends these and the keys of the other answers.
  expect(differences(example('bid-closed'), closed.json).filter((line) => !line.endsWith('extra'))).toEqual([])
})

test('Signing in returns the tokens and the buyer, with either spelling of the name field', async () => {
  for (const field of ['userName', 'username']) {
    const body = {
      [field]: sealCredential('demo'),
      password: sealCredential('demo'),
      remember: false,
      browser: 'firefox',
    }
    const { status, json } = await call(house, 'SignIn/Login', { body })
    expect(status).toBe(200)
    expect(differences(example('login'), json)).toEqual([])
  }
})

test('An access token is an HS256 JWT with the claims of the site and without a time of issue', () => {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  expect(JSON.parse(header!)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(Object.keys(JSON.parse(claims!))).toEqual(
    'jti BuyerId MiddleInitial IpAddress Browser MobRegistrationToken MobAppPlatform MobAppVersion MobBrand MobModel BuyerSession exp iss aud'.split(
      ' ',
    ),
  )
})

test.each([
  ['user@example.com', 'R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D'],
  ['hunter2', '5s5%2FgXldE6OHK9WninfB7Q%3D%3D'],
  ['correct horse battery staple', '0vyBpYIVo%2Ba67lAeT9UcvA6LBFkIA0K7av4uA97j2mU%3D'],
])('The credential %j is encrypted as documented', (plain, sealed) => {
  expect(sealCredential(plain)).toBe(sealed)
})

test('A wrong password, an unknown name and a plain-text name answer 200 with the message of the site', async () => {
  for (const [userName, password] of [
    [sealCredential('demo'), sealCredential('wrong')],
    [sealCredential('nobody'), sealCredential('demo')],
    ['demo', 'demo'],
  ]) {
    const { status, json } = await call(house, 'SignIn/Login', { body: { userName, password } })
    expect(status).toBe(200)
    expect(json).toMatchObject({ accessToken: null, status: false, message: 'The username or password are incorrect' })
  }
})

test('A search row has its keys, and its minimum bid is the starting price', async () => {
  const body = { ...example('search-request'), searchText: 'bowl' }
  const { json } = await call(house, 'Search/ItemListing', { token, body })
  expect(json.searchResults).toMatchObject({ itemCount: 1 })
  const [row] = json.searchResults.items
  expect(differences(example('search-row'), row)).toEqual([])
  expect(row).toMatchObject({ itemId, minimumBid: 9.99, startingPrice: 9.99, isFavorite: true })
  expect(json.categoryListModel.categoryModel[0].children[0]).toMatchObject({ levelNumber: 2, children: [] })
})

test('An empty list is answered as null inside the envelope', async () => {
  const { json } = await call(house, 'SaveSearches/GetSaveSearches', { token, body: {} })
  expect(json).toEqual(example('envelope'))
  expect((await call(house, 'SaveSearches/GetSaveSearches', { body: {} })).status).toBe(401)
})

test('The current time is answered as Pacific time to the second', async () => {
  const { json } = await call(house, 'Dashboard/GetCurrentTime', { body: {} })
  expect(json).toEqual({ ...example('current-time'), data: '10/07/2026 20:58:20' })
  expect((await call(house, 'Dashboard/GetCurrentTimeV1')).json.data).toBe('10/07/2026 20:58:20')
})

test('A favourite has its keys, the own maximum and a note that can be set', async () => {
  const all = async (type: string) =>
    (await call(house, `Favorite/GetAllFavoriteItemsByType?Type=${type}`, { token, body: {} })).json.data
  const [row] = await all('open')
  expect(differences(example('favorite-row'), row)).toEqual([])
  expect(row).toMatchObject({ itemId, type: 'Open', maxBid: 25, quantityWon: 1 })

  await call(house, 'Favorite/Save', { token, body: { notes: '{"max_bid": 10.5}', watchlistId: row.watchlistId } })
  expect((await all('all'))[0].notes).toBe('{"max_bid": 10.5}')
  expect(await all('close')).toBeNull()

  await call(house, `Favorite/RemoveItemFromFavoriteList?itemId=${itemId}`, { token })
  expect(await all('all')).toBeNull()
})

const quoted = async (bearer: string, zipCode: string) =>
  (
    await call(house, 'ItemDetail/CalculateShipping', {
      token: bearer,
      body: { itemId, country: 'US', province: null, zipCode, quantity: 1, clientIP: '' },
    })
  ).json

test('A shipping quote is a JSON string of HTML with a carrier, a span and a total', async () => {
  const documented = example('shipping-quote')
    .replaceAll(/\d+\.\d\d/g, '#')
    .replace('97201', 'ZIP')
  expect((await quoted('', '10001')).replaceAll(/\d+\.\d\d/g, '#').replace('10001', 'ZIP')).toBe(documented)
  // With a login, the quote is for the saved address.
  expect(await quoted(token, '10001')).toContain('97201')
  expect(await quoted('', '')).not.toContain('shipping-span')
})

test('Sellers and categories are listed with their keys', async () => {
  const sellers = (await call(house, 'Search/GetActiveLocation')).json
  expect(Object.keys(sellers[0])).toEqual(['sellerId', 'searchFilterName', 'searchFilterNameLong', 'pickupCity'])
  const seller = (await call(house, `Seller/GetSellerInfo/${sellers[0].sellerId}`)).json
  expect(Object.keys(seller)).toEqual(
    'sellerId city companyName covid19Update customerService missionStatement returnPolicy state street zip bannerSpaceWeb bannerSpaceMobile'.split(
      ' ',
    ),
  )
  const { categories } = (await call(house, 'Category/GetAllCategoryPageList')).json.data
  expect(Object.keys(categories[0].childCategories[0])).toEqual(['categoryName', 'mappedCatId', 'categoryId'])
})

test('The lists of orders have their documented names, and other names once control says so', async () => {
  const read = async (path: string) => (await call(house, path, { token })).json
  house.control.changeAccount({ userName: 'demo', unpaidItems: 1 })
  expect(differences(example('open-orders'), await read('OpenOrders/GetOpenOrders'))).toEqual([])
  expect((await read('OpenOrders/GetOpenOrders')).data.orderItems).toHaveLength(1)
  expect(await read('ShippedOrders/GetAll')).toMatchObject({ data: { details: null } })
  house.advance(200_000)
  house.control.payForListing({ itemId })
  expect(differences(example('shipped-orders'), await read('ShippedOrders/GetAll'))).toEqual([])
  for (const path of ['OpenOrders/GetOpenOrders', 'ShippedOrders/GetAll']) {
    expect((await call(house, path)).status).toBe(401)
    house.control.setOrders({ shape: 'renamed' })
    expect(Object.keys((await read(path)).data)).toEqual(['rows'])
    house.control.setOrders({ shape: 'documented' })
  }
})
