import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { bidsText, headroom, shippingText, shortHeadroom } from './price-text.ts'

test('Headroom is stated above and below the price', () => {
  const auction = createAuction({ currentBid: 182.5 })
  expect(headroom(auction, 240)).toBe('$57.50 of room')
  expect(headroom(auction, 180)).toBe('$2.50 over')
  expect(headroom(auction, 182.5)).toBe('at the price')
})

test('The headroom of a narrow column says what it is', () => {
  const auction = createAuction({ currentBid: 182.5 })
  expect(shortHeadroom(auction, 240)).toBe('$57.50 room')
  expect(shortHeadroom(auction, 180)).toBe('$2.50 over')
  expect(shortHeadroom(auction, 182.5)).toBe('$0.00 room')
})

test('The number of bids is a word when there are none', () => {
  expect([0, 1, 2].map(bidsText)).toEqual(['no bids', '1 bid', '2 bids'])
})

test('Shipping that depends on the address is not called free', () => {
  expect(shippingText({ shippingCost: null, handlingCost: 2, pickupOnly: false })).toBe(
    'Shipping depends on your address, plus $2.00 handling',
  )
  expect(shippingText({ shippingCost: 0, handlingCost: 0, pickupOnly: false })).toBe('Shipping $0.00')
  expect(shippingText({ shippingCost: 5, handlingCost: 0, pickupOnly: true })).toBe('Pick-up only')
})
