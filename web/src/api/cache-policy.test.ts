import { expect, test } from 'vitest'
import { auctionListStaleMs, auctionStaleMs, bidStaleMs } from './cache-policy.ts'

const NOW = 1_800_000_000_000
const endsIn = (minutes: number, bidCount = 0) => ({ endsOn: NOW + minutes * 60_000, bidCount })

test('An auction is refreshed more often as its end comes nearer', () => {
  const minutes = [1.9, 2, 9.9, 10, 59, 60, 600]
  expect(minutes.map((left) => auctionStaleMs(endsIn(left), NOW) / 1_000)).toEqual([3, 10, 10, 30, 30, 60, 60])
})

test('An auction with bids is refreshed every half minute, even when its end is far away', () => {
  expect(auctionStaleMs(endsIn(600, 4), NOW)).toBe(30_000)
})

test('A list of auctions goes stale with its most urgent open auction', () => {
  expect(auctionListStaleMs([endsIn(600), endsIn(5)], NOW)).toBe(10_000)
  expect(auctionListStaleMs([endsIn(600), endsIn(-5)], NOW)).toBe(30_000)
  expect(auctionListStaleMs([], NOW)).toBe(30_000)
})

test('A finished bid is refreshed less often than a pending one', () => {
  expect(bidStaleMs('pending')).toBe(15_000)
  expect(bidStaleMs('won')).toBe(180_000)
})
