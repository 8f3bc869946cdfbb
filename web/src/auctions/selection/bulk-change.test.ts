import { expect, test } from 'vitest'
import { createBid, createAuction } from '../../../test/auctions.ts'
import { bulkSummary, readBulkChange, refusedBefore } from './bulk-change.ts'

const auctions = [{ auction: createAuction({ bidCount: 2, currentBid: 20, minimumBid: 21 }), bid: createBid() }]

test('An empty field leaves the value of each bid unchanged', () => {
  expect(readBulkChange({ max: '25.50', lead: '' }, auctions).change).toEqual({ maxBid: 25.5 })
  expect(readBulkChange({ max: '', lead: '8' }, auctions).change).toEqual({ secondsBeforeEnd: 8 })
  expect(readBulkChange({ max: '', lead: '' }, auctions).change).toBeNull()
})

test('A fault in either field prevents the change', () => {
  expect(readBulkChange({ max: '0', lead: '8' }, auctions)).toMatchObject({
    change: null,
    maxFault: 'The bid amount must be greater than $0. Please check and try again.',
  })
  expect(readBulkChange({ max: '9.999', lead: '' }, auctions).maxFault).toBe('Bid amount must be in whole cents')
  expect(readBulkChange({ max: '25', lead: '200' }, auctions).leadFault).toMatch(/from 1 to 180/)
})

test('The summary states how many bids were changed and how many were not', () => {
  expect(bulkSummary(3, 0)).toBe('3 changed.')
  expect(bulkSummary(3, 1)).toBe('2 changed, 1 not.')
})

test('A maximum that an auction does not allow is refused before it is sent, for this auction alone', () => {
  const dear = {
    auction: createAuction({ id: 2, bidCount: 0, minimumBid: 30 }),
    bid: createBid({ id: 2, title: 'Oak chair' }),
  }
  const both = [...auctions, dear]
  expect(refusedBefore('25', both)).toEqual([
    { id: 2, title: 'Oak chair', reason: 'Your bid is too low. The first bid must be at least the starting price.' },
  ])
  expect(refusedBefore('30', both)).toEqual([])
  expect(refusedBefore('', both)).toEqual([])
})

test('A maximum far above the price of any selected auction names it, and is confirmed', () => {
  const dear = {
    auction: createAuction({ id: 2, bidCount: 2, currentBid: 90, minimumBid: 91 }),
    bid: createBid({ id: 2 }),
  }
  expect(readBulkChange({ max: '101', lead: '' }, [...auctions, dear])).toMatchObject({
    far: [auctions[0]?.auction.title],
    change: { maxBid: 101, confirmMaxBid: 101 },
  })
  expect(readBulkChange({ max: '100', lead: '' }, auctions)).toMatchObject({ far: [], change: { maxBid: 100 } })
})
