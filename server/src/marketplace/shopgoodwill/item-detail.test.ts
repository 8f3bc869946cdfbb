import { describe, expect, test } from 'vitest'

import { ITEM_DETAIL } from '../../../test/site-answers.ts'
import { ItemDetail, presentItem } from './item-detail.ts'
import { readAnswer } from './read-answer.ts'

const { bidHistory } = ITEM_DETAIL
const MAY_BE_MISSING = [
  'categoryParentList',
  'description',
  'imageServer',
  'imageUrlString',
  'sellerCompanyName',
  'remainingTime',
  'startTime',
]
const answerOf = (detail: unknown) => ({
  status: 200,
  retryAfter: undefined,
  date: null,
  body: JSON.stringify(detail),
  sentAt: 10,
  receivedAt: 30,
})

function read(fields: object, withStanding = false, date: number | null = null) {
  const answer = { ...answerOf({ ...ITEM_DETAIL, ...fields }), date }
  return presentItem(readAnswer(answer, ItemDetail), answer, withStanding)
}

const bid = (bidAmount: number, bidTime: string, isLoggedInBuyer = true, retracted = false) => ({
  bidAmount,
  bidTime,
  isLoggedInBuyer,
  retracted,
})

const utc = (text: string) => Date.parse(`${text}Z`)

test('an item is read in cents, instants and plain text', () => {
  expect(read({})).toEqual({
    auctionId: '279250057',
    sellerId: '135',
    title: 'Vintage Stoneware Mixing Bowl',
    seller: 'Goodwill of Example',
    category: 'Tools & Gadgets',
    condition: 'light wear',
    description: 'Stoneware bowl.\nCondition: light wear',
    imageUrls: [
      'https://shopgoodwillimages.azureedge.net/production/135/Items/09-30-2026/abc_1.jpg',
      'https://shopgoodwillimages.azureedge.net/production/135/Items/09-30-2026/abc_2.jpg',
    ],
    startingPriceCents: 999,
    currentPriceCents: 1_099,
    minimumBidCents: 1_199,
    bidIncrementCents: 100,
    bidCount: 2,
    shippingCents: null,
    handlingCents: 300,
    pickupOnly: false,
    startsAt: utc('2026-09-30T18:46:10'),
    endsAt: utc('2026-10-08T03:39:00'),
    endsAtAmbiguous: false,
    closed: false,
    fixedPrice: false,
    clock: { siteTime: utc('2026-10-08T03:09:15.967'), sentAt: 10, receivedAt: 30, resolutionMs: 1 },
    standing: null,
  })
})

describe('a field that vanished or changed is named', () => {
  const paths = [
    ...Object.keys(ITEM_DETAIL).filter((key) => !MAY_BE_MISSING.includes(key)),
    'bidHistory.auctionClosed',
    'bidHistory.isHighBidderLogIn',
    'bidHistory.bidComplete.0.bidAmount',
    'bidHistory.bidComplete.1.bidTime',
    'bidHistory.bidSummary.0.quantityWon',
  ]

  test.each(paths)('%s', (path) => {
    const without = structuredClone(ITEM_DETAIL)
    const parents = path.split('.')
    const last = parents.pop()!
    // The path leads to the parent of a field that is there.
    const parent = parents.reduce((object, key) => Reflect.get(object, key), without as object)
    for (const value of [undefined, []]) {
      Reflect.set(parent, last, value)
      expect(() => readAnswer(answerOf(without), ItemDetail)).toThrow(
        expect.objectContaining({ kind: 'unexpected_shape', field: path }),
      )
    }
  })

  test.each([10.995, -1, '10.99', null])('a price of %j is no price', (currentPrice) => {
    expect(() => read({ currentPrice })).toThrow(expect.objectContaining({ field: 'currentPrice' }))
  })

  test('nor is one too large for a number', () => {
    const body = JSON.stringify(ITEM_DETAIL).replace('"minimumBid":11.99', '"minimumBid":1e400')
    expect(() => readAnswer({ ...answerOf({}), body }, ItemDetail)).toThrow(
      expect.objectContaining({ kind: 'unexpected_shape', field: 'minimumBid' }),
    )
  })

  test('an answer that is no object at all', () => {
    expect(() => readAnswer(answerOf([]), ItemDetail)).toThrow(expect.objectContaining({ kind: 'unexpected_shape' }))
    expect(() => readAnswer(answerOf(null), ItemDetail)).toThrow(expect.objectContaining({ kind: 'unexpected_shape' }))
  })
})

test('what an item may do without is null or empty', () => {
  const bare = Object.fromEntries(MAY_BE_MISSING.map((key) => [key, null]))
  expect(read(bare)).toMatchObject({
    seller: null,
    category: null,
    condition: null,
    description: null,
    imageUrls: [],
    startsAt: null,
  })
})

test('shipping of zero is worked out per address; one cent is one cent', () => {
  expect(read({ shippingPrice: 0 }).shippingCents).toBeNull()
  expect(read({ shippingPrice: 0.01 }).shippingCents).toBe(1)
})

test('either mark of the end closes an auction', () => {
  expect(read({ isItemEndTimeExpire: true }).closed).toBe(true)
  expect(read({ bidHistory: { ...bidHistory, auctionClosed: true } }).closed).toBe(true)
})

test('an item with a fixed price only is told from one that can be bid on', () => {
  expect(read({ listingType: 1 }).fixedPrice).toBe(true)
  expect(read({ listingType: 2 }).fixedPrice).toBe(false)
})

test('only pictures that a browser may load are kept', () => {
  const imageUrlString = 'javascript:alert(1);https://other.example/a.jpg;data:text/html,x;;a b.jpg'
  expect(read({ imageUrlString }).imageUrls).toEqual([
    'https://other.example/a.jpg',
    'https://shopgoodwillimages.azureedge.net/production/a%20b.jpg',
  ])
  expect(read({ imageServer: 'not a place' }).imageUrls).toEqual([])
})

test('markup in a title is no markup by the time that it leaves here', () => {
  expect(read({ title: 'Lamp <img src=x onerror=alert(1)>\u202E&lt;b&gt;\n' }).title).toBe('Lamp <b>')
})

describe('in the repeated hour', () => {
  const TWICE = {
    endTime: '2026-11-01T01:30:00',
    serverTime: '2026-11-01T01:10:00.5',
    startTime: '2026-10-25T01:30:00',
  }

  test("the date of the answer tells the site's time, and the time left tells the end", () => {
    expect(read({ ...TWICE, remainingTime: '19m 59s ' }, false, utc('2026-11-01T09:10:01'))).toMatchObject({
      clock: { siteTime: utc('2026-11-01T09:10:00.500') },
      endsAt: utc('2026-11-01T09:30:00'),
      endsAtAmbiguous: false,
    })
  })

  test('an end that nothing settles is the earlier one, and marked', () => {
    const before = { ...TWICE, serverTime: '2026-10-31T20:00:00', remainingTime: '' }
    expect(read(before)).toMatchObject({ endsAt: utc('2026-11-01T08:30:00'), endsAtAmbiguous: true })
  })
})

describe('how the user stands', () => {
  const own = { ...bidHistory, authenticatedBuyerLogin: 'exampleuser' }

  test('is told from his own rows alone, oldest first', () => {
    const bidComplete = [
      bid(30, '2026-10-07T18:40:11.35'),
      bid(50, '2026-10-07T18:41:00', false),
      bid(20, '2026-10-05T10:00:00'),
      bid(40, '2026-10-06T10:00:00', true, true),
    ]
    expect(read({ bidHistory: { ...own, bidComplete } }, true).standing).toEqual({
      leads: false,
      ownBids: [
        { amountCents: 2_000, at: utc('2026-10-05T17:00:00') },
        { amountCents: 3_000, at: utc('2026-10-08T01:40:11.350') },
      ],
    })
  })

  test('leads by the flag of the history or by his row of the summary', () => {
    const summary = [{ quantityWon: 1, isLoggedInBuyer: true }]
    expect(read({ bidHistory: { ...own, isHighBidderLogIn: true } }, true).standing?.leads).toBe(true)
    expect(read({ bidHistory: { ...own, bidSummary: summary } }, true).standing?.leads).toBe(true)
  })

  test('has no bids where the site lists none', () => {
    expect(read({ bidHistory: { ...own, bidSummary: null, bidComplete: null } }, true).standing).toEqual({
      leads: false,
      ownBids: [],
    })
  })

  test('is not known with a token that the site silently ignores', () => {
    expect(() => read({}, true)).toThrow(expect.objectContaining({ kind: 'unauthorized' }))
  })
})
