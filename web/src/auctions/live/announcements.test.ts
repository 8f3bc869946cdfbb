import { expect, test } from 'vitest'
import { bidAnnouncement, countdownAnnouncement } from './announcements.ts'
import { createBid, createAuction } from '../../../test/lots.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const M = 60_000
const lot = (title: string, endsInMs: number, bid: Parameters<typeof createBid>[0] | null = {}) => ({
  auction: createAuction({ title, endsOn: NOW + endsInMs }),
  bid: bid && createBid(bid),
})

test('An auction with a bid is announced once at ten minutes and once at one minute before its end', () => {
  const lots = [lot('Lamp', 10 * M)]
  expect(countdownAnnouncement(lots, NOW - 1_000, NOW)).toBe('Lamp ends in 10 minutes')
  expect(countdownAnnouncement(lots, NOW, NOW + 1_000)).toBeNull()
  expect(countdownAnnouncement(lots, NOW + 9 * M - 1, NOW + 9 * M)).toBe('Lamp ends in a minute')
})

test('Auctions that pass a mark together are announced together', () => {
  expect(countdownAnnouncement([lot('Lamp', M), lot('Clock', M)], NOW - 1_000, NOW)).toBe(
    '2 auctions end within a minute',
  )
})

test('Auctions without a pending bid are not announced', () => {
  expect(
    countdownAnnouncement([lot('Lamp', M, null), lot('Clock', M, { status: 'failed' })], NOW - 1_000, NOW),
  ).toBeNull()
})

test('An auction that ended while the computer slept is not announced', () => {
  expect(countdownAnnouncement([lot('Lamp', M)], NOW - 1_000, NOW + 2 * M)).toBeNull()
})

test('A bid is announced when it is sent and when its result is known', () => {
  const bid = createBid({ title: 'Lamp' })
  expect(bidAnnouncement([bid], [{ ...bid, stage: 'sent' }], 'ShopGoodwill')).toBe('Bid sent: Lamp')
  expect(
    bidAnnouncement([{ ...bid, status: 'executed' }], [{ ...bid, status: 'won', finalPrice: 12 }], 'ShopGoodwill'),
  ).toBe('Lamp: Won for $12.00')
})

test('A new bid and an unchanged bid are not announced', () => {
  expect(bidAnnouncement([], [createBid({ status: 'won' })], 'ShopGoodwill')).toBeNull()
  expect(bidAnnouncement([createBid()], [createBid()], 'ShopGoodwill')).toBeNull()
})
