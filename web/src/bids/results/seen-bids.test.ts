import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { lastResultAt, mayBeSeenElsewhere, shownElsewhere, splitUnseen, unseenBids } from './seen-bids.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const won = createBid({ id: 1, status: 'won', updatedAt: NOW - 5_000 })
const lost = createBid({ id: 2, status: 'lost', updatedAt: NOW - 3_600_000 })
const placed = createBid({ id: 3, status: 'executed', updatedAt: NOW - 3_600_000 })
const bids = [won, lost, placed, createBid({ id: 4 }), createBid({ id: 5, status: 'cancelled', outcome: 'cancelled' })]
const NONE = new Set<string>()

test('A placed bid and a result are unseen until their status was shown, and a scheduled or cancelled bid never is', () => {
  expect(unseenBids(bids, NONE)).toEqual([won, lost, placed])
  expect(unseenBids(bids, new Set(['1:won', '2:executed']))).toEqual([lost, placed])
})

test('A result of the last minute is fresh, and an earlier one came in while the user was away', () => {
  expect(splitUnseen([won, lost, placed], NONE, NOW)).toEqual({ fresh: [won], away: [lost] })
})

test('A result that came in while the app was hidden is not fresh, however recent', () => {
  expect(splitUnseen([won, lost], new Set(['1:won']), NOW)).toEqual({ fresh: [], away: [won, lost] })
})

test('A browser that is new to an account shows the results that no other one has shown, and no older news', () => {
  const opened = { openedAt: NOW + 1 }
  expect(shownElsewhere(bids, null, { until: NOW - 3_600_000, ...opened })).toEqual(bids.filter((bid) => bid !== won))
  expect(shownElsewhere(bids, null, { until: NOW, ...opened })).toEqual(bids)
  // Nothing is known of what was shown, so that a strip could only repeat old news.
  expect(shownElsewhere(bids, null, { until: null, ...opened })).toEqual(bids)
  expect(lastResultAt(bids)).toBe(won.updatedAt)
})

test('A result that comes in before a new browser knows what other ones have shown is not taken for shown', () => {
  const openedAt = NOW - 6_000
  expect(shownElsewhere([won, lost, placed], null, { until: null, openedAt })).toEqual([lost, placed])
  const justPlaced = createBid({ id: 6, status: 'executed', updatedAt: NOW - 1_000 })
  expect(shownElsewhere([justPlaced, lost], null, { until: NOW, openedAt })).toEqual([lost])
})

test('A browser that was away does not show the results that another one has shown meanwhile, and keeps its own news', () => {
  expect(shownElsewhere(bids, NONE, { until: NOW - 3_600_000, openedAt: NOW })).toEqual([lost])
  expect(shownElsewhere(bids, NONE, { until: null, openedAt: NOW })).toEqual([])
  expect(shownElsewhere([placed], NONE, { until: NOW, openedAt: NOW })).toEqual([])
})

test('The server is asked what other browsers have shown by a new browser, and for a result from before it was opened', () => {
  const asks = (
    results: Parameters<typeof mayBeSeenElsewhere>[0],
    seen: ReadonlySet<string> | null,
    openedAt: number,
  ) => mayBeSeenElsewhere(results, seen, { openedAt, now: NOW })
  expect(asks([], null, NOW)).toBe(true)
  expect(asks([lost], NONE, NOW - 86_400_000)).toBe(true)
  expect(asks([won], NONE, NOW)).toBe(true)
  expect(asks([won, placed], NONE, NOW - 60_000)).toBe(false)
  expect(asks([lost, placed], new Set(['2:lost']), NOW)).toBe(false)
})
