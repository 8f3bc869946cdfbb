import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderCosts, shareOrderCosts } from './share-order-costs.ts'

type Row = { price: number | null; shipping?: number | null; tax?: number | null }

const orderOf = (rows: readonly Row[]): (OrderCosts & { handlingCents: number })[] =>
  rows.map(({ price, shipping = null, tax = null }) => ({
    itemsInOrder: 1,
    priceCents: price,
    shippingCents: shipping,
    handlingCents: 300,
    taxCents: tax,
  }))

const shared = (rows: readonly Row[]) => {
  const orders = shareOrderCosts(orderOf(rows))
  return {
    shipping: orders.map(({ shippingCents }) => shippingCents),
    tax: orders.map(({ taxCents }) => taxCents),
  }
}
const added = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)

const cents = fc.integer({ min: 1, max: 5_000_000 })
const prices = fc.array(cents, { minLength: 2, maxLength: 12 })
const parts = fc.array(fc.tuple(cents, cents, cents), { minLength: 2, maxLength: 12 })

test('Sums that each row repeats count once, and the parts add up to them exactly, each within a cent of its share', () => {
  fc.assert(
    fc.property(prices, cents, cents, (of, shipping, tax) => {
      const rows = shared(of.map((price) => ({ price, shipping, tax })))
      expect([added(rows.shipping), added(rows.tax)]).toEqual([shipping, tax])
      const all = added(of)
      rows.shipping.forEach((part, index) =>
        expect(Math.abs((part ?? Number.NaN) - (shipping * of[index]!) / all)).toBeLessThanOrEqual(1.001),
      )
    }),
  )
})

test('Sums on the first row alone count once, whether the other rows have zeros or nothing', () => {
  fc.assert(
    fc.property(prices, cents, cents, fc.constantFrom(0, null), (of, shipping, tax, rest) => {
      const rows = shared(
        of.map((price, index) => (index === 0 ? { price, shipping, tax } : { price, shipping: rest, tax: rest })),
      )
      expect([added(rows.shipping), added(rows.tax)]).toEqual([shipping, tax])
    }),
  )
})

test('Sums that the rows split are added, and shared anew by price', () => {
  fc.assert(
    fc.property(parts, (of) => {
      const [shippings, taxes] = [of.map(([, shipping]) => shipping), of.map(([, , tax]) => tax)]
      fc.pre([shippings, taxes].every((amounts) => new Set(amounts).size > 1))
      const rows = shared(of.map(([price, shipping, tax]) => ({ price, shipping, tax })))
      expect([added(rows.shipping), added(rows.tax)]).toEqual([added(shippings), added(taxes)])
      expect([...rows.shipping, ...rows.tax].every((part) => part !== null && part >= 0)).toBe(true)
    }),
  )
})

test('Of items of one price, taxes that are the same on each row are parts where the shipping shows that the rows split', () => {
  const rows = [384, 383, 383].map((shipping) => ({ price: 1_000, shipping, tax: 78 }))
  expect(shared(rows)).toEqual({ shipping: [383, 384, 383], tax: [78, 78, 78] })
})

test('Amounts that are the same on each row count once where nothing tells more', () => {
  const rows = [1_000, 1_000, 1_000].map((price) => ({ price, shipping: 383, tax: 78 }))
  expect(shared(rows)).toEqual({ shipping: [128, 127, 128], tax: [26, 26, 26] })
})

test('A sum that no row tells is not known, and one of which a price is not known is shared evenly', () => {
  expect(shared([{ price: 1_000 }, { price: 2_000 }])).toEqual({ shipping: [null, null], tax: [null, null] })
  const split = [300, 400].map((shipping) => ({ price: 1_000, shipping }))
  expect(shared(split)).toEqual({ shipping: [350, 350], tax: [null, null] })
  expect(shared([{ price: null, shipping: 900 }, { price: 2_000 }]).shipping).toEqual([450, 450])
})

test('The only item of an order has all of it, and each item keeps its own handling', () => {
  expect(shared([{ price: 999, shipping: 1_149, tax: 85 }])).toEqual({ shipping: [1_149], tax: [85] })
  const orders = shareOrderCosts(orderOf([{ price: 1_000 }, { price: 2_000 }]))
  expect(orders.map(({ handlingCents, itemsInOrder }) => [handlingCents, itemsInOrder])).toEqual([
    [300, 2],
    [300, 2],
  ])
})
