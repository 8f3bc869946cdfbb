import { type Bid, type ItemCostForBid, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid, createDelivered } from '../../../test/auctions.ts'
import { evaluate } from './bid-draft.ts'
import { deliveredAmount } from './delivered-draft.ts'

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
const TYPED = { allIn: '60', allowance: '', pickup: false, noHandling: false, lead: '5' }

function evaluateTyped(
  change: Partial<typeof TYPED> = {},
  cost: ItemCostForBid | undefined = COST,
  standing: Bid | null = null,
) {
  const typed = { ...TYPED, ...change }
  const amount = deliveredAmount(typed, { auction: AUCTION, standing, cost, profile: TAX, now: NOW })
  return { ...amount, ...evaluate(amount, typed.lead, { auction: AUCTION, standing, demanded: null }) }
}

test('The sum of a delivered price stands in one sentence, and the order gives the delivered price alone', () => {
  const { sum, order, plan } = evaluateTyped()
  expect(sum).toBe(
    'Bid up to $41.38 + shipping $11.04 (quote for 97201, 3 h old) + handling $3.00 + tax $4.58 = $60.00.',
  )
  expect(order).toEqual({ allIn: 60, secondsBeforeEnd: 5 })
  expect(plan.maxBid).toBe(41.38)
})

test('Without a quote nothing is sent before there is an allowance, and it is never taken for zero', () => {
  for (const allowance of ['', 'ten', '-1']) {
    const { order, needsAllowance } = evaluateTyped({ allowance }, NO_QUOTE)
    expect([order, needsAllowance]).toEqual([null, true])
  }
  const { sum, order } = evaluateTyped({ allowance: '$10.00' }, NO_QUOTE)
  expect(sum).toBe('Bid up to $45.42 + $10.00 allowed for shipping and handling + tax $4.58 = $60.00.')
  expect(order).toMatchObject({ allIn: 60, allowance: 10 })
  // What was typed before the quote came is not sent.
  expect(evaluateTyped({ allowance: '10' }).order).toEqual({ allIn: 60, secondsBeforeEnd: 5 })
})

test('Nothing is sent while the costs are asked for, nor where they cannot be read', () => {
  const world = { auction: AUCTION, standing: null, cost: undefined, profile: TAX, now: NOW }
  const loading = 'Asking for the costs…'
  expect(deliveredAmount(TYPED, world)).toMatchObject({
    cents: null,
    whyNot: loading,
    sum: loading,
    needsAllowance: false,
  })
  const whyNot = messages.delivered.noQuote
  expect(deliveredAmount(TYPED, { ...world, hasFailed: true })).toMatchObject({
    whyNot,
    sum: '',
    needsAllowance: true,
  })
})

test('Collecting the item leaves the shipping out of the sum', () => {
  expect(evaluateTyped({ pickup: true }).sum).toBe(
    'Bid up to $52.42 + handling $3.00 + tax $4.58 = $60.00. You collect it.',
  )
  expect(evaluateTyped({ pickup: true, noHandling: true })).toMatchObject({
    sum: 'Bid up to $55.42 + tax $4.58 = $60.00. You collect it.',
    order: { allIn: 60, pickup: true, noHandling: true },
  })
  expect(evaluateTyped({ noHandling: true }).order).not.toHaveProperty('noHandling')
  expect(evaluateTyped({ pickup: true }, NO_QUOTE).order).toEqual({ allIn: 60, pickup: true, secondsBeforeEnd: 5 })
})

test('A delivered price below the next bid says what its bid comes to, and one far above the price has to be confirmed', () => {
  expect(evaluateTyped({ allIn: '30' }).maxFault).toMatch(/^The bid comes to \$13\.67\. .*\$21\.00\.$/)
  expect(evaluateTyped({ allIn: '15' }).maxFault).toBe(
    'Shipping, handling and tax alone come to $15.20: enter a delivered price above that.',
  )
  expect(evaluateTyped({ allIn: '120' }).toConfirm).toBeNull()
  expect(evaluateTyped({ allIn: '160.00' })).toMatchObject({
    toConfirm: '160',
    order: { allIn: 160, confirmMaxBid: 160, secondsBeforeEnd: 5 },
  })
})

test('A standing bid that costs less by now is raised by saving it, and changes nothing otherwise', () => {
  const delivered = createDelivered({ shipping: 15, raise_to: 41.38 })
  const standing = createBid({ maxBid: 37.42, secondsBeforeEnd: 5, delivered })
  expect(evaluateTyped({}, COST, standing)).toMatchObject({ raiseTo: 41.38, order: { allIn: 60, confirmMaxBid: 60 } })
  expect(evaluateTyped({}, COST, { ...standing, maxBid: 41.38 })).toMatchObject({ raiseTo: null, order: null })
  expect(evaluateTyped({ lead: '9' }, COST, { ...standing, maxBid: 41.38 }).order).toMatchObject({
    allIn: 60,
    confirmMaxBid: 60,
    secondsBeforeEnd: 9,
  })
})
