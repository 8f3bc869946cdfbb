import { afterEach, beforeEach, expect, test } from 'vitest'
import { bid, call, openTestHouse, readItem, signIn } from '../../test/open-test-house.ts'

let house: Awaited<ReturnType<typeof openTestHouse>>
let ann: string
let bob: string

beforeEach(async () => {
  house = await openTestHouse()
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  house.control.createAccount({ userName: 'bob', password: 'bob' })
  ann = await signIn(house, 'ann')
  bob = await signIn(house, 'bob')
})
afterEach(() => house[Symbol.asyncDispose]())

type Row = { bidderName: string; amount: number; quantityWon: number }

const createListing = (listing = {}) =>
  house.control.createListing({
    title: 'Brass Lamp',
    startingPrice: 9.99,
    bidIncrement: 1,
    endsInSeconds: 60,
    ...listing,
  })

test('A leading bid is answered with the message of the site and the end of the auction', async () => {
  const { itemId } = createListing()
  const { status, json } = await bid(house, ann, itemId, '25.00')
  expect(status).toBe(200)
  expect(json).toMatchObject({ itemId, status: true, result: 1, currentPrice: 9.99, numBids: 1, pastDueMessage: null })
  expect(json.message).toContain(
    '<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> the high bidder for this auction. </p><p>This item ends at 10/7/2026 8:01:00 PM PT, check back then for results. </p>',
  )
})

test('A bid that is outbid at once is answered with the same code and another message', async () => {
  const { itemId } = createListing()
  await bid(house, ann, itemId, '50.00')
  const { json } = await bid(house, bob, itemId, '20.00')
  expect(json).toMatchObject({ status: true, result: 1, currentPrice: 21, numBids: 2 })
  expect(json.message).toContain(
    '<h3><b>You have already been outbid. </b></h3><p>This occurred because someone specfied a higher maximum bid than you. </p>',
  )
})

test('A later equal bid is outbid', async () => {
  const { itemId } = createListing()
  await bid(house, ann, itemId, '50.00')
  const { json } = await bid(house, bob, itemId, '50.00')
  expect(json.message).toContain('already been outbid')
  expect(await readItem(house, itemId, ann)).toMatchObject({
    currentPrice: 50,
    bidHistory: { isHighBidderLogIn: true },
  })
})

test('The price rises by the increment of its listing', async () => {
  const { itemId } = createListing({ bidIncrement: 2.5 })
  await bid(house, ann, itemId, '50.00')
  expect(await readItem(house, itemId)).toMatchObject({ bidIncrement: 2.5, minimumBid: 12.49 })
  await bid(house, bob, itemId, '20.00')
  expect(await readItem(house, itemId)).toMatchObject({ currentPrice: 22.5, minimumBid: 25 })
})

test('A bid below the minimum is refused and not counted', async () => {
  const { itemId } = createListing()
  const { json } = await bid(house, ann, itemId, '9.98')
  expect(json).toMatchObject({ status: false, result: -5, numBids: 0 })
  expect(json.message).toContain('minimum')
})

test('An auction accepts bids until its last millisecond', async () => {
  const { itemId } = createListing()
  house.advance(59_999)
  expect((await bid(house, ann, itemId, '20.00')).json).toMatchObject({ result: 1 })
  house.advance(1)
  expect((await bid(house, bob, itemId, '30.00')).json).toMatchObject({
    status: false,
    result: -3,
    currentPrice: null,
    message: 'Auction has closed. Auction ended as of 10/7/2026 8:01:00 PM PT',
  })
  expect(await readItem(house, itemId, ann)).toMatchObject({
    currentPrice: 9.99,
    remainingTime: 'Auction Ended',
    isItemEndTimeExpire: true,
    bidHistory: { auctionClosed: true, isHighBidderLogIn: true },
  })
})

test('A young account may lead fifteen auctions at once and raise its own bids', async () => {
  house.control.changeAccount({ userName: 'ann', ageDays: 29 })
  const items = Array.from({ length: 16 }, () => createListing().itemId)
  for (const itemId of items.slice(0, 15)) {
    expect((await bid(house, ann, itemId, '20.00')).json).toMatchObject({ result: 1 })
  }
  const last = items[15]!
  const { json } = await bid(house, ann, last, '20.00')
  expect(json.status).toBe(false)
  expect(json.message).toContain('15 active auctions')
  expect((await bid(house, ann, items[0]!, '30.00')).json).toMatchObject({ result: 1 })

  await bid(house, bob, items[0]!, '90.00')
  expect((await bid(house, ann, last, '20.00')).json).toMatchObject({ result: 1 })
})

test('An account of thirty days may lead more than fifteen auctions', async () => {
  house.control.changeAccount({ userName: 'ann', ageDays: 30 })
  for (let count = 0; count < 16; count++) {
    expect((await bid(house, ann, createListing().itemId, '20.00')).json).toMatchObject({ result: 1 })
  }
})

test('Fifteen unpaid items block bids, and fourteen do not', async () => {
  const { itemId } = createListing()
  house.control.changeAccount({ userName: 'ann', unpaidItems: 15 })
  const { json } = await bid(house, ann, itemId, '20.00')
  expect(json.status).toBe(false)
  expect(json.pastDueMessage).toContain('unpaid')
  house.control.changeAccount({ userName: 'ann', unpaidItems: 14 })
  expect((await bid(house, ann, itemId, '20.00')).json).toMatchObject({ result: 1 })
})

test('A bid sets a cookie, and every call that sends it back is refused', async () => {
  const { itemId } = createListing()
  const { headers } = await bid(house, ann, itemId, '20.00')
  const cookie = headers.get('set-cookie')?.split(';')[0]
  expect(cookie).toMatch(/^Bid=/)
  expect((await bid(house, ann, itemId, '30.00', { cookie })).status).toBe(403)
  expect((await call(house, 'Search/GetActiveLocation', { headers: { cookie: `a=b; ${cookie}` } })).status).toBe(403)
  expect(await readItem(house, itemId)).toMatchObject({ numberOfBids: 1 })
})

test('A bid without a valid token is refused with 401', async () => {
  const { itemId } = createListing()
  for (const token of ['', 'x.y.z', `${ann.slice(0, -3)}AAA`]) {
    expect((await bid(house, token, itemId, '20.00')).status).toBe(401)
  }
  expect(await readItem(house, itemId)).toMatchObject({ numberOfBids: 0 })
})

test.each([['abc'], ['10.999'], ['-5'], [''], [null], ['1e3']])(
  'A bid with the malformed amount %j is refused with 400',
  async (amount) => {
    const { itemId } = createListing()
    const { status, json } = await bid(house, ann, itemId, amount as string)
    expect(status).toBe(400)
    expect(Object.keys(json.errors)).toEqual(['bidAmount'])
  },
)

test('A bid with a number as its amount is accepted, and one on an unknown item answers 404', async () => {
  const { itemId } = createListing()
  expect((await bid(house, ann, itemId, 25.5)).json).toMatchObject({ result: 1 })
  expect((await bid(house, ann, 999_999_999, 25)).status).toBe(404)
})

test('The maximum of the leader is shown as the current price until another bidder leads', async () => {
  const { itemId } = createListing()
  await bid(house, ann, itemId, '50.00')
  await bid(house, bob, itemId, '20.00')
  const hidden = (await readItem(house, itemId)).bidHistory.bidSummary
  expect(hidden.map((row: Row) => [row.bidderName, row.amount, row.quantityWon])).toEqual([
    ['a****n', 21, 1],
    ['b****b', 20, 0],
  ])
  await bid(house, bob, itemId, '60.00')
  const revealed = (await readItem(house, itemId)).bidHistory.bidSummary
  expect(revealed.map((row: Row) => [row.bidderName, row.amount])).toEqual([
    ['b****b', 51],
    ['a****n', 50],
  ])
})

test('Item detail marks the bids of the requesting account', async () => {
  const { itemId } = createListing()
  await bid(house, ann, itemId, '50.00')
  const standingFor = async (token?: string) => {
    const { bidHistory } = await readItem(house, itemId, token)
    return [bidHistory.authenticatedBuyerLogin, bidHistory.isHighBidderLogIn, bidHistory.bidComplete[0].isLoggedInBuyer]
  }
  expect(await standingFor(ann)).toEqual(['ann', true, true])
  expect(await standingFor(bob)).toEqual(['bob', false, false])
  expect(await standingFor()).toEqual([null, false, false])
})

test("A bid that control places under an account's name is the account's own", async () => {
  const { itemId } = createListing()
  house.control.placeRivalBid({ itemId, bidder: 'ann', amount: 20 })
  expect((await readItem(house, itemId, ann)).bidHistory).toMatchObject({
    isHighBidderLogIn: true,
    bidComplete: [{ isLoggedInBuyer: true }],
  })
  expect((await readItem(house, itemId, bob)).bidHistory).toMatchObject({ isHighBidderLogIn: false })
})

const openOrders = async (token: string) => {
  const { data } = (await call(house, 'OpenOrders/GetOpenOrders', { token })).json
  return data.orderItems
}

const shippedOrders = async (token: string) => (await call(house, 'ShippedOrders/GetAll', { token })).json.data.details

test('Open auctions list what an account bid on, and open orders what it won once the delay of orders is over', async () => {
  const { itemId } = createListing()
  await bid(house, ann, itemId, '50.00')
  const open = await call(house, 'Auctions/GetOpenAuctions?daysBack=180', { token: ann })
  expect(open.json.data.auctionItems).toMatchObject([{ itemId, maxBidAmount: 50, quantityWon: 1, numBids: 1 }])
  house.advance(60_000)
  expect((await call(house, 'Auctions/GetOpenAuctions', { token: ann })).json.data.auctionItems).toEqual([])
  house.advance(1_999)
  expect(await openOrders(ann)).toBeNull()
  house.advance(1)
  expect(await openOrders(ann)).toMatchObject([{ itemId, price: 9.99, pastDueEndDate: '2026-10-14T20:01:00' }])
  expect(await openOrders(bob)).toBeNull()
})

test('An order appears as late as control says', async () => {
  const { itemId } = createListing()
  house.control.setOrders({ delaySeconds: 90 })
  await bid(house, ann, itemId, '50.00')
  house.advance(60_000 + 89_999)
  expect(await openOrders(ann)).toBeNull()
  house.advance(1)
  expect(await openOrders(ann)).toMatchObject([{ itemId }])
})

test('A paid item moves to the shipped orders with what it cost and its tracking number, and other orders stay', async () => {
  const [paid, unpaid] = [createListing(), createListing()]
  for (const { itemId } of [paid, unpaid]) await bid(house, ann, itemId, '50.00')
  house.advance(62_000)
  expect(await shippedOrders(ann)).toBeNull()
  house.control.payForListing({ itemId: paid.itemId, trackingNumber: '794600000012' })
  expect(await openOrders(ann)).toMatchObject([{ itemId: unpaid.itemId }])
  const cost = { price: 9.99, handlingPrice: 3, tax: 0.77, trackingNumber: '794600000012', shipperName: 'FedEx' }
  expect(await shippedOrders(ann)).toMatchObject([{ orderItems: [{ itemId: paid.itemId, ...cost }] }])
  house.advance(3_600_000)
  expect(await openOrders(ann)).toBeNull()
  expect(await shippedOrders(ann)).toMatchObject([
    { orderItems: [{ trackingNumber: '794600000012' }] },
    { orderItems: [{ itemId: unpaid.itemId, trackingNumber: '' }] },
  ])
  expect(await shippedOrders(bob)).toBeNull()
})

/** Three items that ann has won, for $10, $20 and $30. */
async function wonItems() {
  const items = [10, 20, 30].map((startingPrice) => createListing({ startingPrice }))
  for (const { itemId } of items) await bid(house, ann, itemId, '50.00')
  house.advance(62_000)
  return items.map(({ itemId }) => itemId)
}

test.each([
  ['repeated', [10.09, 10.09, 10.09], [4.65, 4.65, 4.65]],
  ['first', [10.09, 0, 0], [4.65, 0, 0]],
  ['split', [1.68, 3.37, 5.04], [0.78, 1.55, 2.32]],
] as const)('Items that are paid together are one order, whose rows show its sums %s', async (sums, shipping, tax) => {
  const [first, ...together] = await wonItems()
  house.control.setOrders({ sums })
  house.control.payForListing({ itemId: first!, together, trackingNumber: '7946' })
  const [order, ...others] = await shippedOrders(ann)
  expect(others).toEqual([])
  const rows: Record<string, unknown>[] = order.orderItems
  expect(rows.map((row) => row['shippingPrice'])).toEqual(shipping)
  expect(rows.map((row) => row['tax'])).toEqual(tax)
  expect(rows.map((row) => row['orderId'])).toEqual([order.orderId, order.orderId, order.orderId])
  expect(String(order.orderId)).toMatch(/^6\d{7}$/)
  const page = await (await fetch(`${house.url}/shopgoodwill/order/${order.orderId}`)).text()
  for (const amount of ['$10.09', '$4.65', '$83.74']) expect(page).toContain(amount)
  expect((await fetch(`${house.url}/shopgoodwill/order/69999999`)).status).toBe(404)

  house.control.payForListing({ itemId: together[0]!, trackingNumber: '7947' })
  expect((await shippedOrders(ann))[0].orderItems).toMatchObject(rows.map(() => ({ trackingNumber: '7947' })))
})

test('The file of paid orders has a row of 18 columns for each item, and is the account’s own', async () => {
  const [first, ...together] = await wonItems()
  house.control.setOrders({ sums: 'repeated' })
  house.control.payForListing({ itemId: first!, together, trackingNumber: '7946' })
  const exported = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${house.url}/api/ShippedOrders/ExportAllCSV`, { method: 'POST', headers })
    return (await response.text()).trimEnd().split('\r\n')
  }
  const [headings, ...rows] = await exported(ann)
  expect(headings?.split(',')).toHaveLength(18)
  for (const itemId of [first, ...together]) {
    const row = rows
      .find((each) => each.includes(`"${itemId}"`))
      ?.slice(1, -1)
      .split('","')
    expect(row).toHaveLength(18)
    expect(row?.slice(9, 12)).toEqual(['$83.74', '7946_x0009_', '$4.65'])
  }
  expect(await exported(bob)).toEqual([headings])
})

test('Items of two winners or of two sellers are not paid together', async () => {
  const items = [createListing(), createListing(), createListing({ sellerId: 135 })]
  const [own, ofBob, ofOther] = items.map(({ itemId }) => itemId)
  await bid(house, ann, own!, '50.00')
  await bid(house, bob, ofBob!, '50.00')
  await bid(house, ann, ofOther!, '50.00')
  house.advance(62_000)
  for (const itemId of [ofBob!, ofOther!]) {
    expect(() => house.control.payForListing({ itemId: own!, together: [itemId] })).toThrow('another winner or seller')
  }
  expect(await shippedOrders(ann)).toBeNull()
})

test('Nobody can pay for an item that nobody has won', () => {
  const { itemId } = createListing()
  expect(() => house.control.payForListing({ itemId })).toThrow('Nobody has won')
})

test('Open orders hold one order for each unpaid item that control sets', async () => {
  house.control.changeAccount({ userName: 'ann', unpaidItems: 3 })
  expect(new Set((await openOrders(ann)).map(({ itemId }: { itemId: number }) => itemId)).size).toBe(3)
  expect(await openOrders(bob)).toBeNull()
})
