import { expect, test } from 'vitest'
import { createBid, createDelivered, createEntry } from '../../test/auctions.ts'
import { detailOf, marginText, saleText, whyNotDelete } from './history-rules.ts'

const ofBid = (status: 'executed' | 'lost', phase: 'sent' | 'settled') =>
  whyNotDelete(createEntry({ bid: createBid({ status, phase }) }))

test('An entry can be deleted once it has a result, also one that stays unknown, and an auction without a bid can too', () => {
  expect(ofBid('executed', 'sent')).toMatch(/still to come/)
  expect(ofBid('lost', 'settled')).toBeNull()
  expect(ofBid('executed', 'settled')).toBeNull()
  expect(whyNotDelete(createEntry({ bid: null }))).toBeNull()
  expect(whyNotDelete(createEntry({ bid: null, trackedAuctionId: null }))).toMatch(/file of orders/)
})

const detail = (fields: Parameters<typeof createEntry>[0]) => detailOf(createEntry(fields), 'Auction House')

test('An item that was won by its delivered price says what was said, and what was paid', () => {
  const delivered = createDelivered()
  const won = { result: 'won', finalPrice: 30, bid: createBid({ delivered }) } as const
  expect(detail(won)).toBe('We said $47.68 delivered.')
  expect(detail({ ...won, total: 47.5 })).toBe('We said $47.68, you paid $47.50.')
})

test('The detail of an entry says what its word and its amounts leave open', () => {
  expect(detail({ result: 'won', finalPrice: 9.99 })).toBeNull()
  expect(detail({ result: 'won', finalPrice: null })).toBe('Price not known')
  expect(detail({ result: 'lost', max: 25, finalPrice: 26 })).toBe('Sold for $26.00')
  expect(detail({ result: 'lost', max: 25, finalPrice: 25 })).toBe('Sold for $25.00, to an equal bid that came first')
  expect(detail({ result: 'no_bid', bid: null, finalPrice: 12 })).toBe('Sold for $12.00')
  expect(detail({ result: 'no_bid', bid: null, finalPrice: null })).toBeNull()
  const passed = createBid({ status: 'outbid', outcome: 'price_past_maximum' })
  expect(detail({ result: 'outbid', bid: passed })).toBe('The price had passed your maximum')
  expect(detail({ result: 'cancelled', bid: createBid({ status: 'cancelled', outcome: 'cancelled' }) })).toBeNull()
})

test('The margin says how far a win was under its maximum', () => {
  expect(marginText({ margin: 19.51, result: 'won' })).toBe('$19.51 under')
  expect(marginText({ margin: -1, result: 'lost' })).toBeNull()
  expect(marginText({ margin: 0, result: 'won' })).toBe('none')
  expect(marginText({ margin: null, result: 'won' })).toBeNull()
})

test('A sale says what came of it, a loss as one, and an item of which the cost is not known earns nothing that is known', () => {
  const sale = { sold_for: 40, fees: 5.5, sold_on: '2026-11-03', sold_at: 'eBay', refund: null }
  const sold = 'You sold it for $40.00 on Nov 3, 2026'
  expect(saleText({ sale, profit: 12.3 })).toBe(`${sold} (eBay): $12.30 profit`)
  expect(saleText({ sale: { ...sale, sold_at: null, refund: 3 }, profit: -0.5 })).toBe(
    `${sold}: $0.50 loss, $3.00 refunded`,
  )
  expect(saleText({ sale, profit: null })).toBe(`${sold} (eBay): profit not known, since its costs are not`)
  const kept = { sold_for: null, fees: null, sold_on: null, sold_at: null, refund: 20 }
  expect(saleText({ sale: kept, profit: null })).toBe('$20.00 refunded')
  expect(saleText({ sale: null, profit: null })).toBeNull()
})
