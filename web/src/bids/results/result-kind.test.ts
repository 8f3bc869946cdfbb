import type { BidOutcome, BidStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { resultKindOf, tally } from './result-kind.ts'

test.each<[BidStatus, BidOutcome | null, ReturnType<typeof resultKindOf>]>([
  ['won', 'won', 'won'],
  ['lost', 'lost', 'lost'],
  ['outbid', 'outbid_on_arrival', 'lost'],
  ['outbid', 'price_past_maximum', 'notPlaced'],
  ['failed', 'site_down', 'notPlaced'],
  ['auction_ended', 'withdrawn', 'notPlaced'],
  ['cancelled', 'paused', 'notPlaced'],
  ['cancelled', 'cancelled', null],
  ['executed', 'unresolved', 'unknown'],
  ['executed', null, null],
  ['pending', null, null],
])('A bid with the status %s and the outcome %s counts as %s', (status, outcome, kind) => {
  expect(resultKindOf({ status, outcome })).toBe(kind)
})

test('A tally counts each result once and sums the prices of the won auctions, unless one is unknown', () => {
  const won = createBid({ status: 'won', finalPrice: 9.99 })
  const bids = [won, won, createBid({ status: 'lost', finalPrice: 50 }), createBid()]
  expect(tally(bids)).toEqual({ counts: { won: 2, lost: 1, notPlaced: 0, unknown: 0 }, paid: '$19.98' })
  expect(tally([won, createBid({ status: 'won', finalPrice: null })]).paid).toBeNull()
  expect(tally([createBid({ status: 'lost', finalPrice: 50 })]).paid).toBeNull()
})
