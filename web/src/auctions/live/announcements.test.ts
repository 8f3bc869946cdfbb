import { expect, test } from 'vitest'
import { createBid, createAuction } from '../../../test/auctions.ts'
import { bidAnnouncement, countdownAnnouncement } from './announcements.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const M = 60_000
const tracked = (title: string, endsInMs: number, bid: Parameters<typeof createBid>[0] | null = {}) => ({
  auction: createAuction({ title, endsOn: NOW + endsInMs }),
  bid: bid && createBid(bid),
})

test('An auction with a bid is announced once at ten minutes and once at one minute before its end', () => {
  const auctions = [tracked('Lamp', 10 * M)]
  expect(countdownAnnouncement(auctions, NOW - 1_000, NOW)).toBe('Lamp ends in 10 minutes')
  expect(countdownAnnouncement(auctions, NOW, NOW + 1_000)).toBeNull()
  expect(countdownAnnouncement(auctions, NOW + 9 * M - 1, NOW + 9 * M)).toBe('Lamp ends in a minute')
})

test('Auctions that pass a mark together are announced together', () => {
  expect(countdownAnnouncement([tracked('Lamp', M), tracked('Clock', M)], NOW - 1_000, NOW)).toBe(
    '2 auctions end within a minute',
  )
})

test('Auctions without a pending bid are not announced', () => {
  expect(
    countdownAnnouncement([tracked('Lamp', M, null), tracked('Clock', M, { status: 'failed' })], NOW - 1_000, NOW),
  ).toBeNull()
})

test('An auction that ended while the computer slept is not announced', () => {
  expect(countdownAnnouncement([tracked('Lamp', M)], NOW - 1_000, NOW + 2 * M)).toBeNull()
})

test('A bid is announced when it is sent and when its answer is missing, and its result is left to the toast', () => {
  const bid = createBid({ title: 'Lamp', phase: 'locked_in' })
  const sent = createBid({ title: 'Lamp', phase: 'sent' })
  expect(bidAnnouncement([bid], [sent])).toBe('Bid sent: Lamp')
  expect(bidAnnouncement([sent], [{ ...sent, phase: 'checking' }])).toMatch(/Checking whether the bid counts: Lamp$/)
  expect(bidAnnouncement([sent], [{ ...sent, status: 'won', phase: 'settled' }])).toBeNull()
  expect(bidAnnouncement([sent], [sent])).toBeNull()
  expect(bidAnnouncement([], [sent])).toBeNull()
})
