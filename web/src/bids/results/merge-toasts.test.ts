import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { type BidToast, bidToast } from './bid-toast.ts'
import { addToasts, mergeToasts } from './merge-toasts.ts'

const toastsOf = (...bids: Parameters<typeof createBid>[0][]) =>
  bids.flatMap((fields) => bidToast(createBid(fields), 'Auction House') ?? [])
const merged = (...bids: Parameters<typeof createBid>[0][]) => mergeToasts(toastsOf(...bids))

test('Several results become one toast with their numbers and the sum of the prices of the won auctions', () => {
  expect(
    merged(
      { status: 'won', finalPrice: 9.99 },
      { status: 'won', finalPrice: 20 },
      { status: 'lost', finalPrice: 31 },
      { status: 'auction_ended', outcome: 'withdrawn' },
    ),
  ).toEqual({
    kind: 'success',
    heading: 'Won 2 for $29.99, lost 1, 1 not placed',
    text: null,
    hasResults: true,
    toFix: false,
  })
})

test.each([
  ['Won 1 for $9.99, lost 1', { status: 'won', finalPrice: 9.99 }, { status: 'lost', finalPrice: 31 }],
  ['Lost 1, 1 not placed', { status: 'lost', finalPrice: 31 }, { status: 'auction_ended', outcome: 'withdrawn' }],
  ['Lost 1, 1 outbid', { status: 'lost', finalPrice: 31 }, { status: 'outbid', outcome: 'price_past_maximum' }],
  ['Lost 1, 1 not known', { status: 'lost', finalPrice: 31 }, { status: 'executed', outcome: 'unresolved' }],
] as const)('Two different results are told as results: %s', (heading, first, second) => {
  expect(merged(first, second)).toMatchObject({ heading, hasResults: true })
})

test('The sum is left out while the price of a won auction is not known', () => {
  expect(merged({ status: 'won', finalPrice: 9.99 }, { status: 'won', finalPrice: null }).heading).toBe('Won 2')
})

test('Bids that failed for one reason state it once, and an error outranks the other results', () => {
  const failed = { status: 'failed', outcome: 'login_refused', errorDetail: 'The site refused your login.' } as const
  expect(merged(failed, failed, { status: 'won', finalPrice: 9.99 })).toEqual({
    kind: 'error',
    heading: 'Won 1 for $9.99, 2 not placed',
    text: 'The site refused your login.',
    hasResults: true,
    toFix: true,
  })
  expect(merged(failed, { ...failed, errorDetail: 'The site was down.' }).text).toBeNull()
})

test('Several placed bids become one toast with their number', () => {
  expect(merged({ status: 'executed' }, { status: 'executed' })).toMatchObject({
    heading: '2 bids placed',
    hasResults: false,
  })
})

/** How many bids each toast is about after each arrival, at seconds since the first. */
const standing = (...arrivals: [seconds: number, toasts: readonly BidToast[]][]) => {
  let stands: ReturnType<typeof addToasts>['stands'] = []
  return arrivals.map(([seconds, toasts]) => {
    stands = addToasts(stands, toasts, seconds * 1_000).stands
    return stands.map((each) => each.toasts.length)
  })
}

test('Up to three toasts stand side by side, and the fourth within five seconds makes them one, which later ones join', () => {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((id) => toastsOf({ id, status: 'won', finalPrice: 9.99 }))
  expect(standing([0, a!], [1, b!], [2, c!], [4.9, d!], [9.8, e!])).toEqual([[1], [1, 1], [1, 1, 1], [4], [5]])
  expect(standing([0, [...a!, ...b!, ...c!, ...d!]])).toEqual([[4]])
  // The first is older than five seconds when the fourth comes.
  expect(standing([0, a!], [1, b!], [2, c!], [5.1, d!])).toEqual([[1], [1, 1], [1, 1, 1], [1, 1, 1]])
})

test('The toast of several bids takes the place of the first, and the others go', () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].flatMap((id) => toastsOf({ id, status: 'won', finalPrice: 9.99 }))
  const { stands } = addToasts([], [first!, second!, third!], 0)
  const after = addToasts(stands, [fourth!], 1_000)
  expect(after.stands.map(({ id }) => id)).toEqual([stands[0]!.id])
  expect(after.gone).toEqual(expect.arrayContaining(stands.slice(1).map(({ id }) => id)))
})
