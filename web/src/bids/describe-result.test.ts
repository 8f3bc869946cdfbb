import { BidOutcome } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../test/lots.ts'
import { describeResult } from './describe-result.ts'

test('a win says what it cost, a loss by how much it missed', () => {
  expect(describeResult(createBid({ status: 'won', finalPrice: 148.5 }), 'ShopGoodwill')).toBe('Won for $148.50')
  expect(describeResult(createBid({ status: 'lost', maxBid: 40, finalPrice: 46 }), 'ShopGoodwill')).toBe(
    'Lost by $6.00',
  )
})

test('a loss at the same price says that the other came first', () => {
  expect(describeResult(createBid({ status: 'lost', maxBid: 40, finalPrice: 40 }), 'ShopGoodwill')).toBe(
    'Lost to an equal bid that came first',
  )
})

test('a loss under the maximum claims no margin', () => {
  expect(describeResult(createBid({ status: 'lost', maxBid: 40, finalPrice: 12 }), 'ShopGoodwill')).toBe(
    'Lost. Sold for $12.00',
  )
})

test('a bid whose price is not known yet claims none', () => {
  expect(describeResult(createBid({ status: 'won' }), 'ShopGoodwill')).toBe('Won')
  expect(describeResult(createBid({ status: 'lost' }), 'ShopGoodwill')).toBe('Lost')
})

test('a bid whose auction closed during a pause says so, and not that it was cancelled', () => {
  expect(describeResult(createBid({ status: 'cancelled', outcome: 'paused' }), 'ShopGoodwill')).toBe(
    'Not placed: bidding was paused when the auction closed',
  )
  expect(describeResult(createBid({ status: 'cancelled', outcome: 'cancelled' }), 'ShopGoodwill')).toBe('Cancelled')
})

test('a bid that was not placed says why, in other words for each reason', () => {
  const reasons = BidOutcome.options.filter((outcome) => !['won', 'lost', 'cancelled', 'paused'].includes(outcome))
  const said = reasons.map((outcome) => describeResult(createBid({ status: 'failed', outcome }), 'ShopGoodwill'))
  expect(new Set(said).size).toBe(reasons.length)
  expect(said).toContain('Not placed: ShopGoodwill refused your login')
})

test('a bid whose answer is awaited, or doubted, says so and not that it is merely scheduled', () => {
  const said = (['waiting', 'sent', 'checking'] as const).map((stage) =>
    describeResult(createBid({ stage }), 'ShopGoodwill'),
  )
  expect(said).toEqual(['Scheduled', 'Sent. Waiting for the answer', 'Sent. Checking whether it counts'])
})
