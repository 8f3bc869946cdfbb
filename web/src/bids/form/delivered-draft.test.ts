import type { ItemCostForBid } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createDelivered } from '../../../test/auctions.ts'
import { costsOfDraft, evaluateDelivered, type TypedDelivered } from './delivered-draft.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const AUCTION = { bidCount: 2, currentBid: 20, minimumBid: 21 }
const TAX = { tax_percent: 8.25, tax_on: 'all' as const }
const COST: ItemCostForBid = {
  basis: 'estimated',
  handling_cost: 3,
  shipping_cost: 11.04,
  zip: '97201',
  delivered: {
    shipping: 11.04,
    handling: 3,
    source: 'quote',
    quoted_at: '2026-11-26T09:00:00.000Z',
    margin_percent: 0,
    ...TAX,
    max_bid: null,
  },
}
const NO_QUOTE: ItemCostForBid = { ...COST, basis: 'no_zip', shipping_cost: null, zip: null, delivered: null }
const TYPED: TypedDelivered = { allIn: '60', allowance: '', pickup: false, noHandling: false, lead: '5' }

function evaluate(
  change: Partial<TypedDelivered> = {},
  cost: ItemCostForBid | undefined = COST,
  standing: Standing = null,
) {
  const typed = { ...TYPED, ...change }
  return evaluateDelivered(typed, AUCTION, standing, { costs: costsOfDraft(cost, TAX, typed), now: NOW })
}
type Standing = Parameters<typeof evaluateDelivered>[2]

test('The sum of a delivered price stands in one sentence, and the order gives the delivered price alone', () => {
  const { sum, order, plan } = evaluate()
  expect(sum).toBe(
    'Bid up to $41.38 + shipping $11.04 (quote for 97201, 3 h old) + handling $3.00 + tax $4.58 = $60.00.',
  )
  expect(order).toEqual({ allIn: 60, secondsBeforeEnd: 5 })
  expect(plan.maxBid).toBe(41.38)
})

test('Without a quote nothing is sent before there is an allowance, and it is never taken for zero', () => {
  for (const allowance of ['', 'ten', '-1']) {
    const { order, needsAllowance } = evaluate({ allowance }, NO_QUOTE)
    expect([order, needsAllowance]).toEqual([null, true])
  }
  const { sum, order } = evaluate({ allowance: '$10.00' }, NO_QUOTE)
  expect(sum).toBe('Bid up to $45.42 + $10.00 allowed for shipping and handling + tax $4.58 = $60.00.')
  expect(order).toMatchObject({ allIn: 60, allowance: 10 })
  // What was typed before the quote came is not sent.
  expect(evaluate({ allowance: '10' }).order).toEqual({ allIn: 60, secondsBeforeEnd: 5 })
})

test('Nothing is sent while the costs are asked for', () => {
  const typed = TYPED
  const costs = costsOfDraft(undefined, TAX, typed)
  expect(evaluateDelivered(typed, AUCTION, null, { costs, now: NOW })).toMatchObject({
    order: null,
    whyNoOrder: 'Asking for the costs…',
    needsAllowance: false,
  })
})

test('Collecting the item leaves the shipping out of the sum', () => {
  expect(evaluate({ pickup: true }).sum).toBe('Bid up to $52.42 + handling $3.00 + tax $4.58 = $60.00. You collect it.')
  expect(evaluate({ pickup: true, noHandling: true })).toMatchObject({
    sum: 'Bid up to $55.42 + tax $4.58 = $60.00. You collect it.',
    order: { allIn: 60, pickup: true, noHandling: true },
  })
  expect(evaluate({ noHandling: true }).order).not.toHaveProperty('noHandling')
  expect(evaluate({ pickup: true }, NO_QUOTE).order).toEqual({ allIn: 60, pickup: true, secondsBeforeEnd: 5 })
})

test('A delivered price below the next bid says what its bid comes to, and one far above the price has to be confirmed', () => {
  expect(evaluate({ allIn: '30' }).maxFault).toMatch(/^The bid comes to \$13\.67\. .*\$21\.00\.$/)
  expect(evaluate({ allIn: '15' }).maxFault).toBe(
    'Shipping, handling and tax alone come to $15.20: enter a delivered price above that.',
  )
  expect(evaluate({ allIn: '120' }).toConfirm).toBeNull()
  expect(evaluate({ allIn: '160.00' })).toMatchObject({
    toConfirm: '160',
    order: { allIn: 160, confirmMaxBid: 160, secondsBeforeEnd: 5 },
  })
})

test('A standing bid that costs less by now is raised by saving it, and changes nothing otherwise', () => {
  const delivered = createDelivered({ shipping: 15, raise_to: 41.38 })
  const standing = { maxBid: 37.42, secondsBeforeEnd: 5, delivered }
  expect(evaluate({}, COST, standing)).toMatchObject({ raiseTo: 41.38, order: { allIn: 60, confirmMaxBid: 60 } })
  expect(evaluate({}, COST, { ...standing, maxBid: 41.38 })).toMatchObject({ raiseTo: null, order: null })
  expect(evaluate({ lead: '9' }, COST, { ...standing, maxBid: 41.38 }).order).toMatchObject({
    allIn: 60,
    confirmMaxBid: 60,
    secondsBeforeEnd: 9,
  })
})
