import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { viewOf } from '../tracked/auction-view.ts'
import { isWorthReading } from './is-worth-reading.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const S = 1_000
const view = (readAgoMs: number, endsInMs = 900 * S) =>
  viewOf({ auction: createAuction({ id: 1, endsOn: NOW + endsInMs, lastCheckedAt: NOW - readAgoMs }), bid: null }, NOW)

test.each([
  ['an old price', 61 * S, undefined, true],
  ['a current price', 59 * S, undefined, false],
  ['an old price that was asked for half a minute ago', 900 * S, 30 * S, false],
  ['an old price that was asked for a minute ago, in vain', 900 * S, 60 * S, true],
] as const)('Looking at %s', (_what, readAgoMs, askedAgoMs, expected) => {
  expect(isWorthReading(view(readAgoMs), askedAgoMs === undefined ? undefined : NOW - askedAgoMs, NOW)).toBe(expected)
})

test('The price of an auction that is over is final', () => {
  expect(isWorthReading(view(900 * S, -1), undefined, NOW)).toBe(false)
})
