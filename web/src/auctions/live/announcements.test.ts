import { expect, test } from 'vitest'
import { bidNews, countdownNews } from './announcements.ts'
import { aBid, anAuction } from '../../../test/lots.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const M = 60_000
const lot = (title: string, endsInMs: number, bid: Parameters<typeof aBid>[0] | null = {}) => ({
  auction: anAuction({ title, endsOn: NOW + endsInMs }),
  bid: bid && aBid(bid),
})

test('an auction with a bid is announced once at ten minutes and once at one', () => {
  const lots = [lot('Lamp', 10 * M)]
  expect(countdownNews(lots, NOW - 1_000, NOW)).toBe('Lamp ends in 10 minutes')
  expect(countdownNews(lots, NOW, NOW + 1_000)).toBeNull()
  expect(countdownNews(lots, NOW + 9 * M - 1, NOW + 9 * M)).toBe('Lamp ends in a minute')
})

test('auctions that pass a mark together are announced together', () => {
  expect(countdownNews([lot('Lamp', M), lot('Clock', M)], NOW - 1_000, NOW)).toBe('2 auctions end within a minute')
})

test('auctions without a pending bid are not announced', () => {
  expect(countdownNews([lot('Lamp', M, null), lot('Clock', M, { status: 'failed' })], NOW - 1_000, NOW)).toBeNull()
})

test('after a long sleep, what has ended meanwhile is not announced as ending', () => {
  expect(countdownNews([lot('Lamp', M)], NOW - 1_000, NOW + 2 * M)).toBeNull()
})

test('a bid is announced when it is sent and when its result is known', () => {
  const bid = aBid({ title: 'Lamp' })
  expect(bidNews([bid], [{ ...bid, stage: 'sent' }], 'ShopGoodwill')).toBe('Bid sent: Lamp')
  expect(bidNews([{ ...bid, status: 'executed' }], [{ ...bid, status: 'won', finalPrice: 12 }], 'ShopGoodwill')).toBe(
    'Lamp: Won for $12.00',
  )
})

test('nothing is announced for a bid seen for the first time, or one that has not moved', () => {
  expect(bidNews([], [aBid({ status: 'won' })], 'ShopGoodwill')).toBeNull()
  expect(bidNews([aBid()], [aBid()], 'ShopGoodwill')).toBeNull()
})
