import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bid, call, openTestHouse, readItem, signIn } from '../../test/open-test-house.ts'

const PLACE_BID = 'ItemBid/PlaceBid'
/** A documented search. */
const SEARCH = JSON.parse(readFileSync(new URL('../../test/fixtures/search-request.json', import.meta.url), 'utf8'))

let house: Awaited<ReturnType<typeof openTestHouse>>
let token: string
let itemId: number

beforeEach(async () => {
  house = await openTestHouse()
  token = await signIn(house)
  itemId = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 }).itemId
})
afterEach(() => house[Symbol.asyncDispose]())

const bidCount = () => house.control.readListing({ itemId }).bidCount
const journal = () => house.control.readJournal().entries

test.each(['before', 'after'] as const)('A cut connection %s the site acts gives no answer', async (when) => {
  house.control.addFault({ kind: 'cut', endpoint: PLACE_BID, when })
  await expect(bid(house, token, itemId, '20.00')).rejects.toThrow()
  expect(bidCount()).toBe(when === 'after' ? 1 : 0)
  expect(journal()).toMatchObject([{ fault: 'cut', outcome: when === 'after' ? 'leading' : 'not_acted' }])
})

test.each(['before', 'after'] as const)('A call that hangs %s the site acts is not answered', async (when) => {
  house.control.addFault({ kind: 'hang', endpoint: PLACE_BID, when })
  const aborting = new AbortController()
  const hanging = fetch(`${house.apiUrl}${PLACE_BID}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ itemId, bidAmount: '20.00' }),
    signal: aborting.signal,
  })
  await expect.poll(() => journal().length).toBe(1)
  expect(bidCount()).toBe(when === 'after' ? 1 : 0)
  aborting.abort()
  await expect(hanging).rejects.toThrow()
})

test.each([401, 403, 429, 500, 502, 503])('A status fault answers %i with its Retry-After', async (status) => {
  house.control.addFault({ kind: 'status', endpoint: PLACE_BID, status, retryAfterSeconds: 7 })
  const answer = await bid(house, token, itemId, '20.00')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7'])
  expect(bidCount()).toBe(0)
})

test('A status fault after the site acts hides an accepted bid', async () => {
  house.control.addFault({ kind: 'status', endpoint: PLACE_BID, status: 502, when: 'after' })
  expect((await bid(house, token, itemId, '20.00')).status).toBe(502)
  expect(bidCount()).toBe(1)
})

test('Faults can truncate an answer, replace it or make it too large', async () => {
  const read = (kind: 'truncated' | 'html' | 'garbage' | 'unauthorized') => {
    house.control.setFaults({ faults: [{ kind }] })
    return call(house, `ItemDetail/GetItemDetailModelByItemId/${itemId}`)
  }
  await expect(read('truncated')).rejects.toThrow()
  expect((await read('html')).headers.get('content-type')).toContain('text/html')
  expect((await read('garbage')).json.itemId).toEqual([])
  expect(await read('unauthorized')).toMatchObject({ status: 200, json: { isUnauthorized: true, status: false } })

  house.control.setFaults({ faults: [{ kind: 'oversized', bytes: 100_000 }] })
  const oversized = await call(house, `ItemDetail/GetItemDetailModelByItemId/${itemId}`)
  expect(oversized.text.length).toBeGreaterThan(100_000)
  expect(oversized.json.itemId).toBe(itemId)
})

test('An answer can write the remaining time without a space', async () => {
  const remaining = async () => {
    const { json } = await call(house, `ItemDetail/GetItemDetailModelByItemId/${itemId}`)
    return (json as { remainingTime: string }).remainingTime
  }
  expect(await remaining()).toMatch(/^(\d+[dhms] ){2}$/)
  house.control.setFaults({ faults: [{ kind: 'tight_time' }] })
  expect(await remaining()).toMatch(/^(\d+[dhms]){2}$/)
})

test('A list without rows can be refused', async () => {
  const endpoint = 'Favorite/GetAllFavoriteItemsByType'
  const favorites = () => call(house, `${endpoint}?Type=open`, { token, body: {} })
  house.control.setFaults({ faults: [{ kind: 'refused_when_empty', endpoint }] })
  expect((await favorites()).json).toMatchObject({ status: false, data: null })
  await call(house, `Favorite/AddToFavorite?itemId=${itemId}`, { token })
  expect((await favorites()).json).toMatchObject({ status: true, data: [{ itemId }] })
})

test('An answer can have an old Date header', async () => {
  const dateOf = async (endpoint: string) =>
    Date.parse((await call(house, endpoint, { body: {} })).headers.get('date') ?? '')
  house.control.addFault({ kind: 'old_date', ageMs: 3_000_000, endpoint: 'Dashboard/GetCurrentTime' })
  const [old, current] = [await dateOf('Dashboard/GetCurrentTime'), await dateOf('SignIn/Login')]
  expect(current - old).toBeGreaterThanOrEqual(3_000_000)
})

test('A trickle fault sends an answer byte by byte', async () => {
  house.control.addFault({ kind: 'trickle', bytesPerSecond: 1_000 })
  const response = await fetch(`${house.apiUrl}Dashboard/GetCurrentTimeV1`)
  const pieces: number[] = []
  for await (const piece of response.body!) pieces.push(piece.length)
  expect(pieces.length).toBeGreaterThan(5)
})

test('A delay fault before the site acts shows in the arrival time and not in the time of the first byte', async () => {
  house.control.addFault({
    kind: 'delay',
    endpoint: PLACE_BID,
    inMs: { min: 3, max: 9 },
    outMs: { mean: 2, deviation: 1 },
  })
  await bid(house, token, itemId, '20.00')
  const [entry] = journal()
  expect(entry!.arrivedAt - entry!.firstByteAt).toBeGreaterThanOrEqual(3)
  expect(entry!.arrivedAt - entry!.firstByteAt).toBeLessThanOrEqual(9)
})

test('A fault applies only to its endpoint, item and account, and only as often as set', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  const other = house.control.createListing({ title: 'Desk', endsInSeconds: 60 }).itemId
  const ann = await signIn(house, 'ann')
  house.control.addFault({ kind: 'status', status: 503, endpoint: PLACE_BID, itemId, userName: 'demo', times: 2 })

  expect(await readItem(house, itemId)).toMatchObject({ itemId })
  expect((await bid(house, ann, itemId, '20.00')).status).toBe(200)
  expect((await bid(house, token, other, '20.00')).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await bid(house, token, itemId, '30.00')).status)
  expect(statuses).toEqual([503, 503, 200])
})

const statusesAtRate = async () => {
  house.control.reset()
  house.control.addFault({ kind: 'status', status: 503, rate: 0.3 })
  const statuses = []
  for (let count = 0; count < 100; count++) statuses.push((await call(house, 'Search/GetActiveLocation')).status)
  return statuses
}

test('A fault with a rate applies to that share of calls, and to the same calls for the same seed', async () => {
  const first = await statusesAtRate()
  const hits = first.filter((status) => status === 503).length
  expect(hits).toBeGreaterThan(15)
  expect(hits).toBeLessThan(45)
  expect(await statusesAtRate()).toEqual(first)
})

test('Under a page lag, item detail shows an item without its latest bids at the present time', async () => {
  house.advance(1_000)
  await bid(house, token, itemId, '20.00')
  house.control.placeRivalBid({ itemId, amount: 15 })
  house.control.addFault({ kind: 'page_lag', lagMs: 500, times: 1 })
  const lagging = await readItem(house, itemId, token)
  expect(lagging).toMatchObject({
    numberOfBids: 0,
    currentPrice: 9.99,
    minimumBid: 9.99,
    serverTime: '2026-10-07T20:00:01',
  })
  expect(lagging.bidHistory).toMatchObject({ isHighBidderLogIn: false, bidSummary: [] })
  expect(await readItem(house, itemId, token)).toMatchObject({ numberOfBids: 2, currentPrice: 16 })
})

test('A page lag of one item leaves the other items of a list as they are', async () => {
  const other = house.control.createListing({ title: 'Desk', endsInSeconds: 60 }).itemId
  house.control.addFault({ kind: 'page_lag', itemId, lagMs: 6_000 })
  for (const each of [itemId, other]) await bid(house, token, each, '20.00')

  house.advance(5_999)
  expect((await openAuctions()).map((row: Row) => row.itemId)).toEqual([other])
  expect(await searched('Lamp')).toMatchObject([{ itemId, numBids: 0 }])
  expect(await searched('Desk')).toMatchObject([{ itemId: other, numBids: 1 }])
  expect((await call(house, `ItemBid/ShowBidModal?itemId=${itemId}`, { token })).json.minimumBid).toBe(9.99)
  house.advance(1)
  expect((await openAuctions()).map((row: Row) => row.itemId)).toEqual([itemId, other])
  expect(await searched('Lamp')).toMatchObject([{ itemId, numBids: 1 }])
})

test('Under a page lag, a close, a moved end and a withdrawal are shown late', async () => {
  const withdrawn = house.control.createListing({ title: 'Desk', endsInSeconds: 600 }).itemId
  for (const each of [itemId, withdrawn]) await bid(house, token, each, '20.00')
  house.control.addFault({ kind: 'page_lag', lagMs: 6_000 })
  house.advance(10_000)
  house.control.moveEnd({ itemId, endsInSeconds: 120 })
  house.control.withdrawListing({ itemId: withdrawn })
  house.advance(5_999)
  expect(await readItem(house, itemId, token)).toMatchObject({ endTime: '2026-10-07T20:01:00' })
  expect(await readItem(house, withdrawn, token)).toMatchObject({
    isItemEndTimeExpire: false,
    numberOfBids: 1,
    bidHistory: { isHighBidderLogIn: true },
  })
  house.advance(1)
  expect(await readItem(house, itemId, token)).toMatchObject({ endTime: '2026-10-07T20:02:10' })
  expect(await readItem(house, withdrawn, token)).toMatchObject({ isItemEndTimeExpire: true, numberOfBids: 0 })

  house.advance(119_999)
  expect(await readItem(house, itemId, token)).toMatchObject({ isItemEndTimeExpire: false })
  expect((await call(house, 'OpenOrders/GetOpenOrders', { token })).json.data.orderItems).toBeNull()
  house.advance(1)
  expect(await readItem(house, itemId, token)).toMatchObject({ isItemEndTimeExpire: true })
  expect((await call(house, 'OpenOrders/GetOpenOrders', { token })).json.data.orderItems).toMatchObject([{ itemId }])
})

test('With other_item, the page of an item shows another item, and other pages are right', async () => {
  const other = house.control.createListing({ title: 'Desk', endsInSeconds: 60 }).itemId
  house.control.addFault({ kind: 'other_item', itemId, showsItemId: other, times: 1 })
  expect(await readItem(house, other, token)).toMatchObject({ itemId: other })
  expect(await readItem(house, itemId, token)).toMatchObject({ itemId: other, title: 'Desk' })
  expect(await readItem(house, itemId, token)).toMatchObject({ itemId })
})

test('With false_close, the page of an open item says that it has closed, and bids are still taken', async () => {
  house.control.addFault({ kind: 'false_close', itemId, times: 1 })
  expect(await readItem(house, itemId, token)).toMatchObject({
    isItemEndTimeExpire: true,
    bidHistory: { auctionClosed: true },
  })
  expect((await bid(house, token, itemId, '20.00')).json.status).toBe(true)
  expect(await readItem(house, itemId, token)).toMatchObject({ isItemEndTimeExpire: false })
})

test('With leads_until_close, an item shows no leader after its close, and open orders still show the win', async () => {
  const other = house.control.createListing({ title: 'Desk', endsInSeconds: 60 }).itemId
  for (const each of [itemId, other]) {
    await bid(house, token, each, '20.00')
    await call(house, `Favorite/AddToFavorite?itemId=${each}`, { token })
  }
  house.control.addFault({ kind: 'leads_until_close', itemId })
  expect(await standing(itemId)).toEqual({ leads: true, rowsWon: 1, ownBids: 1 })
  house.advance(60_000)
  expect(await standing(itemId)).toEqual({ leads: false, rowsWon: 0, ownBids: 1 })
  expect(await standing(other)).toEqual({ leads: true, rowsWon: 1, ownBids: 1 })

  const favorites = await call(house, 'Favorite/GetAllFavoriteItemsByType?Type=close', { token, body: {} })
  expect(favorites.json.data.map((row: Row) => [row.itemId, row.quantityWon])).toEqual([
    [itemId, 0],
    [other, 1],
  ])
  house.advance(2_000)
  const orders = await call(house, 'OpenOrders/GetOpenOrders', { token })
  expect(orders.json.data.orderItems.map((row: Row) => row.itemId)).toEqual([itemId, other])
})

test('With one session, a sign-in invalidates the earlier tokens of its account and of no other', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  house.control.createAccount({ userName: 'bob', password: 'bob' })
  house.control.addFault({ kind: 'one_session', userName: 'ann' })
  const ann = [await signIn(house, 'ann'), await signIn(house, 'ann')]
  const bob = [await signIn(house, 'bob'), await signIn(house, 'bob')]
  const statuses = []
  for (const each of [...ann, ...bob]) statuses.push((await bid(house, each, itemId, '20.00')).status)
  expect(statuses).toEqual([401, 200, 200, 200])
})

type Row = { itemId: number; quantityWon: number }

const openAuctions = async () => (await call(house, 'Auctions/GetOpenAuctions', { token })).json.data.auctionItems

const searched = async (searchText: string) =>
  (await call(house, 'Search/ItemListing', { body: { ...SEARCH, searchText } })).json.searchResults.items

async function standing(item: number) {
  const { bidHistory } = await readItem(house, item, token)
  return {
    leads: bidHistory.isHighBidderLogIn,
    rowsWon: bidHistory.bidSummary.filter((row: Row) => row.quantityWon > 0).length,
    ownBids: bidHistory.bidComplete.filter((row: { isLoggedInBuyer: boolean }) => row.isLoggedInBuyer).length,
  }
}
