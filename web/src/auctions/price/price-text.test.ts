import { expect, test } from 'vitest'
import { createAuction } from '../../../test/lots.ts'
import { headroom, shippingText } from './price-text.ts'

test('Headroom is stated above and below the price', () => {
  const auction = createAuction({ currentBid: 182.5 })
  expect(headroom(auction, 240)).toBe('$57.50 above')
  expect(headroom(auction, 180)).toBe('$2.50 below')
  expect(headroom(auction, 182.5)).toBe('at the price')
})

test('Shipping that depends on the address is not called free', () => {
  expect(shippingText({ shippingCost: null, handlingCost: 2, pickupOnly: false })).toBe(
    'Shipping depends on your address, plus $2.00 handling',
  )
  expect(shippingText({ shippingCost: 0, handlingCost: 0, pickupOnly: false })).toBe('Shipping $0.00')
  expect(shippingText({ shippingCost: 5, handlingCost: 0, pickupOnly: true })).toBe('Pick-up only')
})
