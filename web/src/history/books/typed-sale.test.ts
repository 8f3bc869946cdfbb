import { messages, type Sale, saleFault } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { saleOfTyped, typedOf } from './typed-sale.ts'

const TODAY = '2026-11-26'
const SOLD = { sold_for: '$1,040.50', fees: '', sold_on: '2026-11-03', sold_at: ' eBay ', refund: '' }

const faultOf = (typed: Partial<typeof SOLD>) => saleFault(saleOfTyped({ ...SOLD, ...typed }), TODAY)

test('A sale is typed with an amount alone, and is typed again as it was saved', () => {
  const sale: Sale = { sold_for: 1040.5, fees: 0, sold_on: '2026-11-03', sold_at: 'eBay', refund: null }
  expect(saleOfTyped(SOLD)).toEqual(sale)
  expect(saleFault(sale, TODAY)).toBeNull()
  expect(saleOfTyped(typedOf(sale, TODAY))).toEqual(sale)
  const empty = { sold_for: null, fees: null, sold_on: null, sold_at: null, refund: null }
  expect(saleOfTyped(typedOf(null, TODAY))).toEqual(empty)
  expect(saleFault(empty, TODAY)).toBeNull()
  expect(saleFault({ ...empty, refund: 3 }, TODAY)).toBeNull()
})

test.each([
  [{ sold_for: '-1' }, 'sold_for', 'Sold for must not be negative'],
  [{ sold_for: 'forty' }, 'sold_for', 'Sold for: enter an amount in dollars, such as 24.50'],
  [{ sold_for: '', fees: '3' }, 'sold_for', 'Sold for: enter an amount in dollars, such as 24.50'],
  [{ sold_for: '1.999' }, 'sold_for', 'Sold for must be in whole cents'],
  [{ sold_for: '1000000.01' }, 'sold_for', 'Sold for must be at most $1,000,000.00'],
  [{ fees: '-0.01' }, 'fees', 'Fees must not be negative'],
  [{ fees: '0.001' }, 'fees', 'Fees must be in whole cents'],
  [{ refund: '-5' }, 'refund', 'Refund must not be negative'],
  [{ sold_on: '2026-11-27' }, 'sold_on', messages.books.dayToCome],
  [{ sold_on: '' }, 'sold_on', messages.books.noDay],
  [{ sold_on: '0026-11-03' }, 'sold_on', messages.books.noDay],
  [{ sold_at: 'x'.repeat(61) }, 'sold_at', 'Where must have at most 60 characters'],
  [{ sold_at: 'e\u0000Bay' }, 'sold_at', messages.books.placeNotText],
])('Of a sale, the field that is wrong is named with its rule: %j', (typed, field, fault) => {
  expect(faultOf(typed)).toEqual({ field, fault })
})
