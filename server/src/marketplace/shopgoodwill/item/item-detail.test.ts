import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ITEM_DETAIL } from '../../../../test/site-answers.ts'
import { parseResponse } from '../http/parse-response.ts'
import { ItemDetail, presentItem } from './item-detail.ts'

const { bidHistory } = ITEM_DETAIL
/** What a verdict needs on every page, and what it needs of the bidder's standing. */
const NEEDED = [
  'itemId',
  'sellerId',
  'currentPrice',
  'minimumBid',
  'endTime',
  'isItemEndTimeExpire',
  'bidHistory.auctionClosed',
]
const NEEDED_OF_STANDING = [
  'bidHistory.isHighBidderLogIn',
  'bidHistory.bidSummary.1.isLoggedInBuyer',
  'bidHistory.bidComplete.1.bidAmount',
  'bidHistory.bidComplete.1.bidTime',
  'bidHistory.bidComplete.1.retracted',
  'bidHistory.bidComplete.0.isLoggedInBuyer',
]
const DECORATIVE = [
  ...Object.keys(ITEM_DETAIL).filter((key) => !NEEDED.includes(key) && key !== 'bidHistory'),
  'bidHistory.bidSummary.0.bidderName',
  'bidHistory.bidComplete.0.bidAmount',
  'bidHistory.bidComplete.0.bidTime',
  'bidHistory.bidComplete.0.retracted',
]
/** The item detail as its second bidder sees it. */
const OWN_DETAIL = structuredClone(ITEM_DETAIL)
OWN_DETAIL.bidHistory.authenticatedBuyerLogin = 'exampleuser'
OWN_DETAIL.bidHistory.bidSummary[1]!.isLoggedInBuyer = true
OWN_DETAIL.bidHistory.bidComplete[1]!.isLoggedInBuyer = true

/** The item detail with another value in one field; `undefined` removes the field. */
function detailWith(path: string, value: unknown): unknown {
  const detail = structuredClone(OWN_DETAIL)
  const parents = path.split('.')
  const last = parents.pop()!
  // Every part of the path but the last leads to an object.
  const parent = parents.reduce((object, key) => Reflect.get(object, key), detail as object)
  Reflect.set(parent, last, value)
  return detail
}

const responseTo = (detail: unknown) => ({
  status: 200,
  retryAfter: undefined,
  date: null,
  body: JSON.stringify(detail),
  sentAt: 10,
  receivedAt: 30,
})

function readDetail(detail: unknown, withStanding: boolean, date: number | null = null) {
  const answer = { ...responseTo(detail), date }
  return presentItem(parseResponse(answer, ItemDetail), answer, withStanding)
}

const read = (fields: object, withStanding = false, date: number | null = null) =>
  readDetail({ ...ITEM_DETAIL, ...fields }, withStanding, date)

const bid = (bidAmount: number, bidTime: string, isLoggedInBuyer = true, retracted = false) => ({
  bidAmount,
  bidTime,
  isLoggedInBuyer,
  retracted,
})

const utc = (text: string) => Date.parse(`${text}Z`)

test('An item detail is converted to cents, instants and plain text', () => {
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
    combinesShipping: true,
    endsAt: utc('2026-10-08T03:39:00'),
    endsAtAmbiguous: false,
    closed: false,
    fixedPrice: false,
    isReserveMet: true,
    clock: { siteTime: utc('2026-10-08T03:09:15.967'), sentAt: 10, receivedAt: 30, resolutionMs: 1 },
    bidders: null,
    standing: null,
  })
})

describe('an unexpected shape', () => {
  test.each([...NEEDED, ...NEEDED_OF_STANDING])(
    'An item detail without a usable %s fails with the name of the field',
    (path) => {
      for (const value of [undefined, []]) {
        expect(() => readDetail(detailWith(path, value), true)).toThrow(
          expect.objectContaining({ kind: 'unexpected_shape', field: path }),
        )
      }
    },
  )

  test.each(NEEDED_OF_STANDING)('An item without a usable %s can still be read without a standing', (path) => {
    expect(readDetail(detailWith(path, []), false)).toMatchObject({ currentPriceCents: 1_099, standing: null })
  })

  test('A field that no verdict needs leaves price, end and standing as they are, whatever it holds', () => {
    const expected = readDetail(OWN_DETAIL, true)
    const { currentPriceCents, minimumBidCents, endsAt, closed, standing } = expected
    expect(standing?.ownBids).toHaveLength(1)
    const junk = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.double(), fc.string())
    fc.assert(
      fc.property(fc.constantFrom(...DECORATIVE), junk, (path, value) => {
        const date = expected.clock.siteTime
        expect(readDetail(detailWith(path, value), true, date)).toMatchObject({
          auctionId: expected.auctionId,
          sellerId: expected.sellerId,
          currentPriceCents,
          minimumBidCents,
          endsAt,
          closed,
          standing,
        })
      }),
      { numRuns: 500 },
    )
  })

  test('Without a time in the item detail, the header of the response gives the time in whole seconds', () => {
    const date = utc('2026-10-08T03:09:15')
    expect(read({ serverTime: 'soon' }, false, date).clock).toMatchObject({ siteTime: date, resolutionMs: 1_000 })
    expect(() => read({ serverTime: 'soon' })).toThrow(expect.objectContaining({ field: 'serverTime' }))
  })

  test.each([10.995, -1, '10.99', null])('An item detail with a price of %j is rejected', (currentPrice) => {
    expect(() => read({ currentPrice })).toThrow(expect.objectContaining({ field: 'currentPrice' }))
  })

  test('An item detail with a price too large for a number is rejected', () => {
    const body = JSON.stringify(ITEM_DETAIL).replace('"minimumBid":11.99', '"minimumBid":1e400')
    expect(() => parseResponse({ ...responseTo({}), body }, ItemDetail)).toThrow(
      expect.objectContaining({ kind: 'unexpected_shape', field: 'minimumBid' }),
    )
  })

  test('An item detail that is not an object is rejected', () => {
    expect(() => parseResponse(responseTo([]), ItemDetail)).toThrow(
      expect.objectContaining({ kind: 'unexpected_shape' }),
    )
    expect(() => parseResponse(responseTo(null), ItemDetail)).toThrow(
      expect.objectContaining({ kind: 'unexpected_shape' }),
    )
  })
})

test('Fields that no verdict needs are null or empty when they are missing', () => {
  const bare = Object.fromEntries(DECORATIVE.filter((path) => !path.includes('.')).map((key) => [key, null]))
  expect(read(bare, false, utc('2026-10-08T03:09:15'))).toMatchObject({
    title: null,
    seller: null,
    category: null,
    condition: null,
    description: null,
    imageUrls: [],
    startingPriceCents: null,
    bidIncrementCents: null,
    bidCount: null,
    shippingCents: null,
    handlingCents: null,
    pickupOnly: null,
    combinesShipping: null,
    fixedPrice: false,
    isReserveMet: null,
  })
})

test('Shipping of zero means calculated per address, and one cent means one cent', () => {
  expect(read({ shippingPrice: 0 }).shippingCents).toBeNull()
  expect(read({ shippingPrice: 0.01 }).shippingCents).toBe(1)
})

test('An auction is closed if either of the two fields about its end says so', () => {
  expect(read({ isItemEndTimeExpire: true }).closed).toBe(true)
  expect(read({ bidHistory: { ...bidHistory, auctionClosed: true } }).closed).toBe(true)
})

test('An open item whose end lies more than a minute before the time on its own page is unreadable', () => {
  expect(read({ endTime: '2026-10-07T20:08:16' })).toMatchObject({ closed: false })
  expect(read({ endTime: '2026-10-07T20:08:15', isItemEndTimeExpire: true })).toMatchObject({ closed: true })
  expect(() => read({ endTime: '2026-10-07T20:08:15' })).toThrow('The site shows an open item that has ended')
})

test('An item sold only at a fixed price is marked as such', () => {
  expect(read({ listingType: 1 }).fixedPrice).toBe(true)
  expect(read({ listingType: 2 }).fixedPrice).toBe(false)
})

test('Only pictures with an http or https URL are kept', () => {
  const imageUrlString = 'javascript:alert(1);https://other.example/a.jpg;data:text/html,x;;a b.jpg'
  expect(read({ imageUrlString }).imageUrls).toEqual([
    'https://other.example/a.jpg',
    'https://shopgoodwillimages.azureedge.net/production/a%20b.jpg',
  ])
  expect(read({ imageServer: 'not a place' }).imageUrls).toEqual([])
})

test('Markup and direction overrides are removed from a title', () => {
  expect(read({ title: 'Lamp <img src=x onerror=alert(1)>\u202E&lt;b&gt;\n' }).title).toBe('Lamp <b>')
})

describe('in the repeated hour', () => {
  const TWICE = {
    endTime: '2026-11-01T01:30:00',
    serverTime: '2026-11-01T01:10:00.5',
    startTime: '2026-10-25T01:30:00',
  }

  test("In the repeated hour the response's date decides the site's time, and the remaining time decides the end", () => {
    expect(read({ ...TWICE, remainingTime: '19m 59s ' }, false, utc('2026-11-01T09:10:01'))).toMatchObject({
      clock: { siteTime: utc('2026-11-01T09:10:00.500') },
      endsAt: utc('2026-11-01T09:30:00'),
      endsAtAmbiguous: false,
    })
  })

  test('An undecidable end in the repeated hour is read as the earlier instant and marked as ambiguous', () => {
    const before = { ...TWICE, serverTime: '2026-10-31T20:00:00', remainingTime: '' }
    expect(read(before)).toMatchObject({ endsAt: utc('2026-11-01T08:30:00'), endsAtAmbiguous: true })
  })
})

const rowOf = (isLoggedInBuyer: boolean, quantityWon?: number) => ({ isLoggedInBuyer, quantityWon })

describe('how the user stands', () => {
  const own = { ...bidHistory, authenticatedBuyerLogin: 'exampleuser' }

  const standingWith = (...bidSummary: object[]) => read({ bidHistory: { ...own, bidSummary } }, true).standing

  test('The standing holds only the bids of the user, oldest first, and the retracted ones apart', () => {
    const bidComplete = [
      bid(30, '2026-10-07T18:40:11.35'),
      bid(50, '2026-10-07T18:41:00', false),
      bid(20, '2026-10-05T10:00:00'),
      bid(40, '2026-10-06T10:00:00', true, true),
    ]
    expect(read({ bidHistory: { ...own, bidComplete } }, true).standing).toEqual({
      leads: false,
      otherLeads: true,
      ownBids: [
        { amountCents: 2_000, at: utc('2026-10-05T17:00:00') },
        { amountCents: 3_000, at: utc('2026-10-08T01:40:11.350') },
      ],
      retractedBids: [{ amountCents: 4_000, at: utc('2026-10-06T17:00:00') }],
    })
  })

  test('A user leads if the flag of the history or the row of the summary says so', () => {
    const summary = [{ quantityWon: 1, isLoggedInBuyer: true }]
    expect(read({ bidHistory: { ...own, isHighBidderLogIn: true } }, true).standing?.leads).toBe(true)
    expect(read({ bidHistory: { ...own, bidSummary: summary } }, true).standing?.leads).toBe(true)
  })

  test('Another bidder leads only if the summary says so', () => {
    expect(standingWith(rowOf(true, 0), rowOf(false, 1))).toMatchObject({ leads: false, otherLeads: true })
    expect(standingWith(rowOf(true, 1), rowOf(false, 0))).toMatchObject({ leads: true, otherLeads: false })
    expect(standingWith(rowOf(true, 0), rowOf(false, 0))).toMatchObject({ leads: false, otherLeads: false })
    expect(standingWith(rowOf(true), rowOf(false))).toMatchObject({ leads: false, otherLeads: false })
  })

  test('A user has no bids if the site lists none', () => {
    expect(read({ bidHistory: { ...own, bidSummary: null, bidComplete: null } }, true).standing).toEqual({
      leads: false,
      otherLeads: false,
      ownBids: [],
      retractedBids: [],
    })
  })

  test('Reading the standing with a token that the site ignores fails as unauthorized', () => {
    expect(() => read({}, true)).toThrow(expect.objectContaining({ kind: 'unauthorized' }))
  })
})
