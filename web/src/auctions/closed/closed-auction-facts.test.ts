import type { ClosedAuction } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { closedAuctionFacts } from './closed-auction-facts.ts'

const unknown = {
  closedBecause: 'ended',
  endedAt: null,
  startingPrice: null,
  finalPrice: null,
  bidIncrement: null,
  bidCount: null,
  bidderCount: null,
  secondAmount: null,
  thirdAmount: null,
  priceDayBefore: null,
  priceHourBefore: null,
  priceQuarterHourBefore: null,
  shippingCost: null,
} as const

const valueOf = (name: string, told: Partial<ClosedAuction>) =>
  new Map(closedAuctionFacts({ ...unknown, ...told })).get(name)

test('What the site did not tell of a closed auction has no value', () => {
  expect(closedAuctionFacts(unknown).filter(([, value]) => value !== null)).toEqual([['How it closed', 'Ended']])
})

test('The facts of a closed auction are its close, its bids and its prices', () => {
  const told = {
    closedBecause: 'ended',
    endedAt: Date.parse('2026-11-21T02:42:17Z'),
    startingPrice: 10,
    finalPrice: 1_100,
    bidIncrement: 1,
    bidCount: 7,
    bidderCount: 2,
    secondAmount: 35,
    thirdAmount: 20,
    priceDayBefore: 15,
    priceHourBefore: 1_021.5,
    priceQuarterHourBefore: 1_050,
    shippingCost: 9.95,
  } as const
  expect(closedAuctionFacts(told)).toEqual([
    ['How it closed', 'Ended Nov 20, 2026, 6:42:17 PM PST'],
    ['Sold for', '$1,100.00'],
    ['Bids', '7'],
    ['Bidders', '2'],
    ['Second highest bid', '$35.00'],
    ['Third highest bid', '$20.00'],
    ['Started at', '$10.00'],
    ['Increment', '$1.00'],
    ['24 hours before the end', '$15.00'],
    ['1 hour before the end', '$1,021.50'],
    ['15 minutes before the end', '$1,050.00'],
    ['Shipping', '$9.95'],
  ])
})

test('An auction without bids has no bidders', () => {
  expect(valueOf('Bidders', { bidderCount: 0 })).toBe('None')
})

test.each([
  [{ closedBecause: 'ended_early' }, 'Ended early'],
  [{ closedBecause: 'withdrawn' }, 'Withdrawn'],
] as const)('An auction that did not run to its end was not sold, whatever was bid: %j', (close, text) => {
  const told = { ...close, bidCount: 3, finalPrice: 10 }
  expect([valueOf('How it closed', told), valueOf('Sold for', told)]).toEqual([text, 'Not sold'])
})

test('An auction without bids was not sold, and a price without a number of bids is no sale', () => {
  expect(valueOf('Sold for', { bidCount: 0, finalPrice: 10 })).toBe('Not sold')
  expect(valueOf('Sold for', { finalPrice: 10 })).toBeNull()
})
