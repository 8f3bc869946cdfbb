import { afterEach, expect, test } from 'vitest'
import { auctionListTtlMs, auctionTtlMs, bidListTtlMs, bidTtlMs, ttlFactor } from './ttl.ts'

const NOW = 1_800_000_000_000
const endsIn = (minutes: number, bidCount = 0) => ({ endsOn: NOW + minutes * 60_000, bidCount })

afterEach(() => {
  ttlFactor.value = 1
})

test('An auction is refreshed more often as its end comes nearer', () => {
  const minutes = [1.9, 2, 9.9, 10, 59, 60, 600]
  expect(minutes.map((left) => auctionTtlMs(endsIn(left), NOW) / 1_000)).toEqual([3, 10, 10, 30, 30, 60, 60])
})

test('An auction with bids is refreshed every half minute, even when its end is far away', () => {
  expect(auctionTtlMs(endsIn(600, 4), NOW)).toBe(30_000)
})

test('A list of auctions goes stale with its most urgent open auction', () => {
  expect(auctionListTtlMs([endsIn(600), endsIn(5)], NOW)).toBe(10_000)
  expect(auctionListTtlMs([endsIn(600), endsIn(-5)], NOW)).toBe(60_000)
  expect(auctionListTtlMs([endsIn(-5)], NOW)).toBe(30_000)
  expect(auctionListTtlMs([], NOW)).toBe(30_000)
})

test('A finished bid is refreshed less often than a pending or an executed one', () => {
  expect(['pending', 'executed'].map(bidTtlMs)).toEqual([15_000, 15_000])
  for (const status of ['outbid', 'failed', 'cancelled', 'auction_ended', 'won', 'lost']) {
    expect(bidTtlMs(status)).toBe(180_000)
  }
})

test('A list of bids goes stale with its active bids, and late without any', () => {
  expect(bidListTtlMs([{ status: 'won' }, { status: 'pending' }])).toBe(15_000)
  expect(bidListTtlMs([{ status: 'won' }])).toBe(180_000)
  expect(bidListTtlMs([])).toBe(180_000)
})

test('The times of lists are multiplied by the factor', () => {
  ttlFactor.value = 2
  expect(auctionListTtlMs([endsIn(1)], NOW)).toBe(6_000)
  expect(bidListTtlMs([{ status: 'pending' }])).toBe(30_000)
})
