import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { standingOf } from './standing.ts'

const READ = Date.parse('2026-11-20T19:59:50Z')

const auction = createAuction({ currentBid: 28.5, minimumBid: 29.5, lastCheckedAt: READ })
const bid = createBid({ maxBid: 50 })

test('The price stands against the maximum in words and as shares of a bar', () => {
  const standing = standingOf({ auction, bid }, 'final_minute')
  expect(standing).toEqual({ text: '$28.50 of your max $50.00', isPassed: false, priceShare: 0.57, maxShare: 1 })
  expect(standingOf({ auction, bid: null }, 'final_minute')).toBeNull()
})

test('A bidder leads at a price that was read after the site accepted the bid, and at no other', () => {
  const executed = createBid({ ...bid, status: 'executed', executedAt: READ - 1 })
  expect(standingOf({ auction, bid: executed }, 'accepted')?.text).toBe('You lead at $28.50 of $50.00')
  const later = createBid({ ...executed, executedAt: READ + 1 })
  expect(standingOf({ auction, bid: later }, 'accepted')?.text).toBe('$28.50 of your max $50.00')
})

test('A price or a next bid above the maximum passes it, and the bar shows where the maximum is', () => {
  const low = createBid({ maxBid: 25 })
  const above = standingOf({ auction: createAuction({ ...auction, currentBid: 50 }), bid: low }, 'bid_again')
  expect(above).toEqual({ text: '$50.00, $25.00 above your max $25.00', isPassed: true, priceShare: 1, maxShare: 0.5 })
  const equal = createBid({ maxBid: 28.5 })
  expect(standingOf({ auction, bid: equal }, 'over_max')).toMatchObject({
    text: '$28.50: the next bid is $29.50, above your max $28.50',
    isPassed: true,
  })
  // The bidder's own price makes the next bid higher than the maximum.
  expect(standingOf({ auction, bid: equal }, 'accepted')?.isPassed).toBe(false)
})

test('A won auction stands at its final price', () => {
  const won = createBid({ ...bid, status: 'won', finalPrice: 30 })
  expect(standingOf({ auction, bid: won }, 'won')).toMatchObject({ text: 'Won at $30.00 of $50.00', priceShare: 0.6 })
})
