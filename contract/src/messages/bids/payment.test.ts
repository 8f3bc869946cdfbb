import { expect, test } from 'vitest'
import { amount, comparison, type Cost, costParts, shortPayBy, sum, withOthers } from './payment.ts'

const cost = (known: Partial<Cost> = {}): Cost => ({
  priceCents: 4_500,
  shippingCents: null,
  handlingCents: null,
  taxCents: null,
  totalCents: null,
  estimateCents: null,
  ...known,
})
const WHOLE = cost({ shippingCents: 800, handlingCents: 300, taxCents: 196, totalCents: 5_796 })
const ESTIMATED = cost({ estimateCents: 5_710 })
const UNPRICED = cost({ priceCents: null })

test('A cost names each known part, and what is not known as not known', () => {
  expect(costParts(WHOLE)).toBe('$45.00 + $8.00 shipping + $3.00 handling + $1.96 tax')
  expect(costParts(cost())).toBe('$45.00; shipping, handling and tax not known yet')
  expect(costParts(cost({ handlingCents: 0 }))).toBe('$45.00 + $0.00 handling; shipping and tax not known yet')
  expect(costParts(UNPRICED)).toBe('price not known; shipping, handling and tax not known yet')
})

test('The estimate is compared with what is asked before tax, and only when both are known', () => {
  expect(comparison({ ...WHOLE, estimateCents: 5_710 })).toBe(
    'We said about $57.10 before tax; you pay $56.00, and $1.96 tax.',
  )
  expect(comparison({ ...WHOLE, taxCents: 0, totalCents: 5_600, estimateCents: 5_710 })).toBe(
    'We said about $57.10 before tax; you pay $56.00.',
  )
  for (const each of [WHOLE, ESTIMATED, cost()]) expect(comparison(each)).toBeNull()
})

test.each([
  [[WHOLE], '$57.96'],
  [[WHOLE, ESTIMATED], 'about $115.06'],
  [[cost()], '$45.00 + shipping'],
  [[cost(), cost()], '$90.00 + shipping'],
  [[WHOLE, cost()], '$102.96 + shipping of 1 item'],
  [[WHOLE, UNPRICED], '$57.96 + 1 item without a known price'],
  [[UNPRICED], 'price not known'],
])('The sum of %j is %j', (costs, expected) => {
  expect(sum(costs)).toBe(expected)
})

test('The amount of an item is the site’s total, else the estimate, else its price without the shipping', () => {
  expect([WHOLE, ESTIMATED, cost(), UNPRICED].map(amount)).toEqual([
    '$57.96',
    'about $57.10',
    '$45.00 + shipping',
    'price not known',
  ])
})

test('An item names the others of its order, and one that is alone or has no order names none', () => {
  expect(withOthers(3)).toBe('With 2 others of this order; shipping and tax are shared by price.')
  expect(withOthers(2)).toBe('With 1 other of this order; shipping and tax are shared by price.')
  expect([withOthers(1), withOthers(null)]).toEqual([null, null])
})

test('A date a week away or more is named by its day of the month', () => {
  expect(shortPayBy('2026-12-03', '2026-11-27')).toBe('To pay by Thu')
  expect(shortPayBy('2026-12-04', '2026-11-27')).toBe('To pay by Dec 4')
  expect(shortPayBy('2026-11-20', '2026-11-27')).toBe('Overdue since Nov 20')
})
