import { expect, test } from 'vitest'

import { readQuote } from './estimate-shipping.ts'

const quote = (shipping: string, handling: string, total: string) =>
  `<p>Estimated Shipping and Handling:</p><p>Shipped From: Springfield, IL 62701</p><p>Shipping Carrier: FedEx<p>` +
  `Address:   97201</p><p>Shipping: <span id='shipping-span'>${shipping} (GROUND_HOME_DELIVERY)</span></p>` +
  `<p>Handling: ${handling}</p><p><b>Total Shipping and Handling: ${total}</b></p>`

test.each(['¤', '$', 'US$', ''])('a quote is read whatever its currency mark: %j', (mark) => {
  expect(readQuote(quote(`${mark}11.04`, `${mark}3.00`, `${mark}14.04`))).toEqual({
    shippingCents: 1_104,
    handlingCents: 300,
    totalCents: 1_404,
  })
})

test('one-cent shipping and thousands are read as they stand', () => {
  expect(readQuote(quote('$0.01', '$2.00', '$2.01'))).toEqual({ shippingCents: 1, handlingCents: 200, totalCents: 201 })
  expect(readQuote(quote('$1,234.50', '$0.00', '$1,234.50')).shippingCents).toBe(123_450)
})

test('no charge for shipping is a quote not made, never free', () => {
  expect(readQuote(quote('$0.00', '$3.00', '$3.00'))).toEqual({
    shippingCents: null,
    handlingCents: 300,
    totalCents: null,
  })
})

test.each([
  '<p>Estimated Shipping and Handling:</p><p>Shipped From: Springfield, IL 62701</p>',
  '',
  quote('-5.00', 'free', '?'),
  quote('11.045', 'NaN', ''),
])('where the site makes no quote, nothing is made up', (html) => {
  expect(readQuote(html)).toEqual({ shippingCents: null, handlingCents: null, totalCents: null })
})
