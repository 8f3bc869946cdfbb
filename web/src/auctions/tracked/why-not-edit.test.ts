import { expect, test } from 'vitest'
import { createBid, createAuction } from '../../../test/auctions.ts'
import { whyNotEdit } from './why-not-edit.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const auction = createAuction({ endsOn: NOW + 60_000 })

test('A bid can be scheduled or changed while the auction is open', () => {
  expect(whyNotEdit({ auction, bid: null }, NOW, true)).toBeNull()
  expect(whyNotEdit({ auction, bid: createBid({ fireAt: NOW + 55_000 }) }, NOW, true)).toBeNull()
})

test('Another bid can be scheduled after a failed one', () => {
  expect(whyNotEdit({ auction, bid: createBid({ status: 'failed', phase: 'settled' }) }, NOW, true)).toBeNull()
})

test('An offline browser, an ended auction, a locked-in bid and bids not loaded each have their own reason', () => {
  const reasons = [
    whyNotEdit({ auction, bid: null }, NOW, false),
    whyNotEdit({ auction, bid: null }, NOW + 60_000, true),
    whyNotEdit({ auction, bid: createBid({ phase: 'locked_in' }) }, NOW, true),
    whyNotEdit({ auction, bid: null, bidUnknown: true }, NOW, true),
  ]
  expect(reasons).toEqual([
    'You are offline, so nothing can be changed.',
    'That auction has already ended.',
    expect.stringMatching(/on its way/),
    'Your bid on this could not be read yet.',
  ])
})
