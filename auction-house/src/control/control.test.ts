import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bid, call, EVENING, openTestHouse, readItem, signIn } from '../../test/open-test-house.ts'

let house: Awaited<ReturnType<typeof openTestHouse>>

beforeEach(async () => {
  house = await openTestHouse()
})
afterEach(() => house[Symbol.asyncDispose]())

async function overHttp(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(house.controlUrl + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

test('A listing created over HTTP is served under the returned id and URL', async () => {
  const created = await overHttp('POST', '/listings', {
    title: 'Brass Lamp',
    startingPrice: 12.5,
    bidIncrement: 2,
    endsInSeconds: 90,
  })
  expect(created).toMatchObject({
    status: 200,
    json: { itemId: expect.any(Number), endsAt: EVENING + 90_000, leader: null },
  })
  expect(String(created.json.itemId)).toMatch(/^\d{9}$/)
  const detail = await (await fetch(created.json.detailUrl)).json()
  expect(detail).toMatchObject({
    title: 'Brass Lamp',
    startingPrice: 12.5,
    bidIncrement: 2,
    endTime: '2026-10-07T20:01:30',
  })
  expect((await fetch(created.json.url)).status).toBe(200)
})

test.each([
  ['POST', '/listings', { title: 'Lamp' }, 'endsInSeconds'],
  ['POST', '/listings', { title: 'Lamp', endsInSeconds: -1 }, 'endsInSeconds'],
  ['POST', '/listings', { title: 'Lamp', endsInSeconds: 5, startingPrice: 1.234 }, 'startingPrice'],
  ['POST', '/listings', { title: 'Lamp', endsInSeconds: 5, categoryId: 1 }, 'categoryId'],
  ['POST', '/listings', { title: 'Lamp', endsInSeconds: 5, colour: 'red' }, ''],
  ['POST', '/faults', { kind: 'cut', rate: 2 }, 'rate'],
  ['POST', '/faults', { kind: 'flood' }, 'kind'],
  ['PUT', '/clock', { driftPpm: 'fast' }, 'driftPpm'],
  ['POST', '/accounts', { userName: 'ann' }, 'password'],
])('The control request %s %s with %j is refused with the field and the rule', async (method, path, body, field) => {
  const { status, json } = await overHttp(method, path, body)
  expect(status).toBe(400)
  expect(json.details).toEqual([{ field, rule: expect.stringMatching(/\w{3}/) }])
})

test('Malformed JSON, a missing item, a closed item, an existing account and an unknown command are refused', async () => {
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 1 })
  house.advance(1_000)
  expect((await fetch(`${house.controlUrl}/listings`, { method: 'POST', body: '{' })).status).toBe(400)
  expect((await overHttp('POST', '/listings/1/close')).status).toBe(404)
  expect((await overHttp('POST', `/listings/${itemId}/close`)).status).toBe(409)
  expect((await overHttp('POST', '/accounts', { userName: 'demo', password: 'x' })).status).toBe(409)
  const unknown = await overHttp('GET', '/nonsense')
  expect([unknown.status, unknown.json.controls.includes('POST /listings')]).toEqual([404, true])
})

test('Control refuses requests from web pages and under other host names', async () => {
  expect((await overHttp('GET', '/clock', undefined, { origin: 'https://example.com' })).status).toBe(403)
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1')
  socket.end('GET /_control/clock HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n')
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 403 /)
})

test('An end can be moved both ways, and the bids of waiting snipers move with it', async () => {
  const rivals = [{ strategy: 'sniper' as const, maxBid: 40, secondsBeforeEnd: 3 }]
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60, rivals })
  house.control.moveEnd({ itemId, endsInSeconds: 120 })
  house.advance(116_999)
  expect(house.control.readListing({ itemId })).toMatchObject({ closed: false, bidCount: 0 })
  house.advance(1)
  expect(house.control.readListing({ itemId })).toMatchObject({
    bidCount: 1,
    bids: [{ maxCents: 4_000, at: EVENING + 117_000 }],
  })
  house.control.moveEnd({ itemId, endsInSeconds: 1 })
  house.advance(1_000)
  expect(house.control.readListing({ itemId })).toMatchObject({ closed: true, bidCount: 1 })
})

test('A listing closed early is won by its leader, and a withdrawn listing has no winner', async () => {
  const token = await signIn(house)
  const early = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 }).itemId
  const withdrawn = house.control.createListing({ title: 'Desk', endsInSeconds: 60 }).itemId
  for (const itemId of [early, withdrawn]) await bid(house, token, itemId, '20.00')
  house.advance(1_500)
  house.control.closeListing({ itemId: early })
  house.control.withdrawListing({ itemId: withdrawn })

  expect(await readItem(house, early, token)).toMatchObject({
    isItemEndTimeExpire: true,
    endTime: '2026-10-07T20:00:01.5',
    bidHistory: { isHighBidderLogIn: true },
  })
  expect(await readItem(house, withdrawn, token)).toMatchObject({
    numberOfBids: 0,
    currentPrice: 9.99,
    bidHistory: { auctionClosed: true, isHighBidderLogIn: false, bidComplete: [{ retracted: true }] },
  })
  expect((await bid(house, token, withdrawn, '30.00')).json.result).toBe(-3)
})

test('A closed item can be offered again under a new id and without bids', async () => {
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 10 })
  house.control.placeRivalBid({ itemId, amount: 50 })
  house.advance(10_000)
  const again = house.control.relistListing({ itemId, endsInSeconds: 60 })
  expect(again).toMatchObject({ closed: false, bidCount: 0, priceCents: 999 })
  expect(again.itemId).not.toBe(itemId)
  expect(house.control.readListing({ itemId })).toMatchObject({ closed: true, bidCount: 1 })
})

test('Two rival bids under one name come from the same bidder', () => {
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 })
  house.control.placeRivalBid({ itemId, bidder: 'rival', amount: 50 })
  expect(house.control.placeRivalBid({ itemId, bidder: 'rival', amount: 60 })).toMatchObject({
    outcome: 'leading',
    priceCents: 999,
    leader: 'rival',
    leaderMaxCents: 6_000,
  })
})

test('The clock of the site can have an offset and a drift, and can be frozen', () => {
  const now = () => house.control.readClock().now - EVENING
  const start = now()
  house.control.setClock({ offsetMs: 3_700 })
  expect(now() - start).toBe(3_700)
  house.control.setClock({ driftPpm: 1_000 })
  house.advance(10_000)
  expect(now() - start).toBeCloseTo(13_710, 2)
  house.control.setClock({ frozen: true })
  house.advance(60_000)
  expect(now() - start).toBeCloseTo(13_710, 2)
  house.control.setClock({ frozen: false, driftPpm: 0 })
  house.advance(1_000)
  expect(now() - start).toBeCloseTo(14_710, 2)
})

test('The journal holds every PlaceBid with its outcome', async () => {
  const token = await signIn(house)
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 })
  house.advance(250)
  await bid(house, token, itemId, '20.00')
  await bid(house, token, itemId, '1.00')
  await bid(house, '', itemId, '30.00')
  await bid(house, token, itemId, 'abc')
  await bid(house, token, 123, '20.00')
  const { entries } = (await overHttp('GET', '/journal')).json
  expect(entries[0].firstByteAt).toBe(house.control.readClock().now)
  expect(
    entries.map((entry: Record<string, unknown>) => [
      entry['userName'],
      entry['itemId'],
      entry['amountCents'],
      entry['outcome'],
    ]),
  ).toEqual([
    ['demo', itemId, 2_000, 'leading'],
    ['demo', itemId, 100, 'too_low'],
    [null, itemId, 3_000, 'unauthorized'],
    ['demo', itemId, null, 'malformed'],
    ['demo', 123, 2_000, 'no_such_item'],
  ])
  expect((await overHttp('GET', `/journal?since=${entries[1].seq}&itemId=${itemId}`)).json.entries).toHaveLength(3)
  house.control.clearJournal()
  expect(house.control.readJournal().entries).toEqual([])
})

test('The journal holds the time of the first byte of each bid, not of its last byte', async () => {
  const token = await signIn(house)
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 })
  const body = JSON.stringify({ itemId, bidAmount: '20.00' })
  const head = `POST /api/ItemBid/PlaceBid HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n`
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1')
  const start = house.control.readClock().now

  for (let count = 0; count < 2; count++) {
    socket.write(`${head}Expect: 100-continue\r\n\r\n`)
    await once(socket, 'data') // the site has read the head, and says so
    house.advance(400)
    socket.write(body)
    await once(socket, 'data')
    house.advance(100)
  }
  socket.destroy()
  expect(house.control.readJournal().entries).toMatchObject([
    { firstByteAt: start, actedAt: start + 400, outcome: 'leading' },
    { firstByteAt: start + 500, actedAt: start + 900, outcome: 'leading' },
  ])
})

test('Calls other than PlaceBid are counted by endpoint and item', async () => {
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 })
  await readItem(house, itemId)
  await readItem(house, itemId)
  await readItem(house, 123)
  await call(house, 'Search/GetActiveLocation')
  expect((await overHttp('GET', '/reads')).json.reads).toEqual({
    'ItemDetail/GetItemDetailModelByItemId': { total: 3, items: { [itemId]: 2 } },
    'Search/GetActiveLocation': { total: 1, items: {} },
  })
  expect(house.control.clearReads()).toEqual({ reads: {} })
  expect(house.control.readReads().reads).toEqual({})
})

test('A body of exactly 64 KiB is read', async () => {
  const body = '{}'.padEnd(64 * 1024)
  expect((await fetch(`${house.apiUrl}Dashboard/GetCurrentTime`, { method: 'POST', body })).status).toBe(200)
  expect((await fetch(`${house.apiUrl}Dashboard/GetCurrentTime`, { method: 'POST', body: `${body} ` })).status).toBe(
    413,
  )
})

test('A body over 64 KiB is refused with 413 before it has been sent whole', async () => {
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1')
  socket.write('POST /api/Search/ItemListing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n')
  socket.write('x'.repeat(70_000))
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 413 /)
  await once(socket, 'close')
})

test('A reset leaves only the demo account', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  const { itemId } = house.control.createListing({ title: 'Lamp', endsInSeconds: 60 })
  house.control.setClock({ offsetMs: 5_000 })
  house.control.addFault({ kind: 'cut' })
  house.control.reset()
  expect((await call(house, `ItemDetail/GetItemDetailModelByItemId/${itemId}`)).status).toBe(404)
  expect(await signIn(house, 'demo')).toMatch(/^ey/)
  expect(await signIn(house, 'ann')).toBeNull()
  expect(house.control.readClock().aheadMs).toBe(0)
})

test('Item detail still shows a retracted bid, with its amount and its mark', async () => {
  const token = await signIn(house)
  const { itemId } = house.control.createListing({ title: 'Lamp', startingPrice: 10, endsInSeconds: 60 })
  await bid(house, token, itemId, '30.00')
  house.control.placeRivalBid({ itemId, amount: 20 })
  house.control.retractBids({ itemId, bidder: 'demo' })
  const { bidComplete, bidSummary } = (await readItem(house, itemId, token)).bidHistory
  expect(bidComplete).toMatchObject([
    { retracted: false, isLoggedInBuyer: false },
    { retracted: true, isLoggedInBuyer: true, bidAmount: 30 },
  ])
  expect(bidSummary).toMatchObject([{ quantityWon: 1, isLoggedInBuyer: false }])
})

test('An item that closes below its reserve price has no order', async () => {
  const token = await signIn(house)
  const item = { title: 'Lamp', startingPrice: 10, endsInSeconds: 60 }
  const [{ itemId }, { itemId: other }] = [
    house.control.createListing({ ...item, reserve: 50 }),
    house.control.createListing({ ...item, reserve: 10 }),
  ]
  for (const each of [itemId, other]) await bid(house, token, each, '30.00')
  house.advance(62_000)
  expect(await readItem(house, itemId, token)).toMatchObject({
    reserve: 50,
    isReserveMet: false,
    isItemResearve: true,
    bidHistory: { itemReservePrice: 50, isReserveMet: false, isHighBidderLogIn: true },
  })
  expect(await readItem(house, other, token)).toMatchObject({ reserve: 10, isReserveMet: true })
  const orders = await call(house, 'OpenOrders/GetOpenOrders', { token })
  expect(orders.json.data.orderItems).toMatchObject([{ itemId: other }])
})

test('A rival whose bids are retracted no longer leads, and the price falls to where the other bids left it', async () => {
  const { itemId } = house.control.createListing({ title: 'Lamp', startingPrice: 10, endsInSeconds: 60 })
  house.control.placeRivalBid({ itemId, bidder: 'ann', amount: 15 })
  house.control.placeRivalBid({ itemId, bidder: 'careless', amount: 900 })
  house.control.placeRivalBid({ itemId, bidder: 'ben', amount: 800 })
  expect(house.control.readListing({ itemId })).toMatchObject({ leader: 'careless', priceCents: 80_100 })
  expect(house.control.retractBids({ itemId, bidder: 'careless' })).toMatchObject({ leader: 'ben', priceCents: 1_600 })
  expect(house.control.retractBids({ itemId, bidder: 'ben' })).toMatchObject({ leader: 'ann', priceCents: 1_000 })
})
