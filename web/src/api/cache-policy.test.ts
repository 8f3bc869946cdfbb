import { expect, test } from 'vitest'
import { auctionListStaleMs, auctionStaleMs, bidStaleMs } from './cache-policy.ts'

const NOW = 1_800_000_000_000
const endsIn = (minutes: number, bidCount = 0) => ({ endsOn: NOW + minutes * 60_000, bidCount })

test('an auction is looked at more often the nearer its end', () => {
  const minutes = [1.9, 2, 9.9, 10, 59, 60, 600]
  expect(minutes.map((left) => auctionStaleMs(endsIn(left), NOW) / 1_000)).toEqual([3, 10, 10, 30, 30, 60, 60])
})

test('an auction with bids is looked at every half minute, however far its end', () => {
  expect(auctionStaleMs(endsIn(600, 4), NOW)).toBe(30_000)
})

test('a list is as stale as its most urgent open auction', () => {
  expect(auctionListStaleMs([endsIn(600), endsIn(5)], NOW)).toBe(10_000)
  expect(auctionListStaleMs([endsIn(600), endsIn(-5)], NOW)).toBe(30_000)
  expect(auctionListStaleMs([], NOW)).toBe(30_000)
})

test('a finished bid is asked about seldom', () => {
  expect(bidStaleMs('pending')).toBe(15_000)
  expect(bidStaleMs('won')).toBe(180_000)
})
