import { expect, test } from 'vitest'
import { createBid, createDelivered, createEntry } from '../../test/auctions.ts'
import { detailOf, marginText, whyNotDelete } from './history-rules.ts'

const ofBid = (status: 'executed' | 'lost', phase: 'sent' | 'settled') =>
  whyNotDelete({ bid: createBid({ status, phase }) })

test('An entry can be deleted once it has a result, also one that stays unknown, and an auction without a bid can too', () => {
  expect(ofBid('executed', 'sent')).toMatch(/still to come/)
  expect(ofBid('lost', 'settled')).toBeNull()
  expect(ofBid('executed', 'settled')).toBeNull()
  expect(whyNotDelete({ bid: null })).toBeNull()
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
