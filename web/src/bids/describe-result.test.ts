import { BidOutcome } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../test/auctions.ts'
import { describeResult } from './describe-result.ts'

test('The result of a won bid and of a lost bid states the price', () => {
  expect(describeResult(createBid({ status: 'won', finalPrice: 148.5 }), 'ShopGoodwill')).toBe('Won for $148.50')
  expect(describeResult(createBid({ status: 'lost', maxBid: 40, finalPrice: 46 }), 'ShopGoodwill')).toBe(
    'Lost: sold for $46.00',
  )
})

test('The result of a bid without a final price states no price', () => {
  expect(describeResult(createBid({ status: 'won' }), 'ShopGoodwill')).toBe('Won')
  expect(describeResult(createBid({ status: 'lost' }), 'ShopGoodwill')).toBe('Lost')
})

test('The result of a bid whose auction closed during a pause states the pause and not a cancellation', () => {
  expect(describeResult(createBid({ status: 'cancelled', outcome: 'paused' }), 'ShopGoodwill')).toBe(
    'Not placed: bidding was paused when the auction closed',
  )
  expect(describeResult(createBid({ status: 'cancelled', outcome: 'cancelled' }), 'ShopGoodwill')).toBe('Cancelled')
})

test('The result of a bid that the site never showed is not known', () => {
  const bid = createBid({ status: 'executed', phase: 'settled', outcome: 'unresolved' })
  expect(describeResult(bid, 'ShopGoodwill')).toBe('Result not known')
})

test('The result of a bid that was not placed is different for each reason', () => {
  const reasons = BidOutcome.options.filter((outcome) => !['won', 'lost', 'cancelled', 'paused'].includes(outcome))
  const results = reasons.map((outcome) => describeResult(createBid({ status: 'failed', outcome }), 'ShopGoodwill'))
  expect(new Set(results).size).toBe(reasons.length)
  expect(results).toContain('Not placed: ShopGoodwill refused your login')
})

test('The result of a bid without an answer states since when it is being checked', () => {
  const checkingSince = Date.parse('2026-11-21T02:59:55.214Z')
  expect(describeResult(createBid({ phase: 'checking', checkingSince }), 'ShopGoodwill')).toBe(
    'Sent. Checking whether it counts, since 6:59:55 PM PST',
  )
})

test('The result of a sent bid states that its answer is awaited or being checked', () => {
  const results = (['waiting', 'sent', 'checking'] as const).map((phase) =>
    describeResult(createBid({ phase }), 'ShopGoodwill'),
  )
  expect(results).toEqual(['Scheduled', 'Sent. Waiting for the answer', 'Sent. Checking whether it counts'])
})
