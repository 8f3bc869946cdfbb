import { type BidOutcome, type BidStatus, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { resultKindOf, tally } from './result-kind.ts'

test.each<[BidStatus, BidOutcome | null, ReturnType<typeof resultKindOf>]>([
  ['won', 'won', 'won'],
  ['lost', 'lost', 'lost'],
  ['outbid', 'outbid_on_arrival', 'outbid'],
  ['outbid', 'price_past_maximum', 'outbid'],
  ['failed', 'site_down', 'not_placed'],
  ['auction_ended', 'withdrawn', 'not_placed'],
  ['cancelled', 'paused', 'not_placed'],
  ['cancelled', 'cancelled', null],
  ['executed', 'unresolved', 'unknown'],
  ['executed', null, null],
  ['pending', null, null],
])('A bid with the status %s and the outcome %s counts as %s', (status, outcome, kind) => {
  expect(resultKindOf({ status, outcome })).toBe(kind)
})

test('A tally counts each result once and sums the prices of the won auctions and what was saved, unless a price is unknown', () => {
  const won = createBid({ status: 'won', finalPrice: 9.99, maxBid: 15 })
  const bids = [won, won, createBid({ status: 'lost', finalPrice: 50 }), createBid()]
  const counts = { won: 2, lost: 1, outbid: 0, not_placed: 0, unknown: 0 }
  expect(tally(bids)).toEqual({ counts, paid: '$19.98', saved: '$10.02' })
  const unpriced = createBid({ status: 'won', finalPrice: null })
  expect(tally([won, unpriced])).toMatchObject({ paid: null, saved: null })
  expect(tally([createBid({ status: 'lost', finalPrice: 50 })])).toMatchObject({ paid: null, saved: null })
  // Won by a higher bid of the owner's own: it saved nothing, and takes nothing from what the others saved.
  const dearer = createBid({ status: 'won', finalPrice: 20, maxBid: 15 })
  expect(tally([won, dearer])).toMatchObject({ paid: '$29.99', saved: '$5.01' })
})

test('What came of the bids is one sentence, and each part of it stands alone too', () => {
  const { awayParts, whileAway } = messages.result
  const counts = { won: 2, lost: 1, outbid: 3, not_placed: 2, unknown: 0 }
  expect(awayParts(counts, '$40.49', '$31.00')).toEqual([
    { kind: 'won', text: 'won 2 for $40.49, saved $31.00 under your maxes' },
    { kind: 'lost', text: 'lost 1' },
    { kind: 'outbid', text: '3 outbid' },
    { kind: 'not_placed', text: '2 not placed' },
  ])
  expect(whileAway({ ...counts, won: 1, lost: 0, outbid: 0, not_placed: 0 }, '$9.99', null)).toBe(
    'While you were away: won 1 for $9.99',
  )
})
