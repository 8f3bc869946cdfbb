import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { bidToast } from './bid-toast.ts'
import { mergeToasts } from './merge-toasts.ts'

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
