import { expect, test } from 'vitest'
import { createAuction, createBid, createDelivered } from '../../../test/auctions.ts'
import { lastOfferAt, offerAgain, offeredMax } from './offer-again.ts'

const END = Date.parse('2026-11-20T20:00:00Z')
const S = 1_000

const passed = createAuction({ endsOn: END, currentBid: 31, minimumBid: 32, bidIncrement: 1 })
const outbid = createBid({ maxBid: 30, status: 'outbid', phase: 'settled', secondsBeforeEnd: 60, fireAt: END - 60 * S })

test('An outbid bidder is offered three steps of room above the next bid, five seconds before the end', () => {
  expect(offerAgain(passed, outbid, END - 44 * S)).toEqual({ maxBid: 35, secondsBeforeEnd: 5 })
  const cents = createAuction({ ...passed, minimumBid: 31.1, bidIncrement: 0.5 })
  expect(offerAgain(cents, outbid, END - 44 * S)?.maxBid).toBe(32.6)
})

test('A bid whose time is still to come keeps its lead, and one that was held back gets the short one', () => {
  const pending = createBid({
    ...outbid,
    status: 'pending',
    phase: 'armed',
    secondsBeforeEnd: 20,
    fireAt: END - 20 * S,
  })
  expect(offerAgain(passed, pending, END - 44 * S)).toEqual({ maxBid: 35, secondsBeforeEnd: 20 })
  expect(offerAgain(passed, pending, END - 15 * S)).toEqual({ maxBid: 35, secondsBeforeEnd: 5 })
})

test('An amount that has to be confirmed is not offered, and the room gives way first', () => {
  const cheap = createAuction({ ...passed, currentBid: 30, minimumBid: 95, bidIncrement: 5, bidCount: 1 })
  const low = createBid({ ...outbid, maxBid: 1 })
  expect(offerAgain(cheap, low, END - 44 * S)?.maxBid).toBe(95)
  const leap = createAuction({ ...cheap, minimumBid: 105 })
  expect(offerAgain(leap, low, END - 44 * S)).toBeNull()
  expect(offeredMax(leap, 1)).toBeNull()
})

test('Nothing is offered in the last four seconds, in which the server may keep no bid', () => {
  expect(lastOfferAt(passed)).toBe(END - 4 * S)
})

test('A bid that was set by its delivered price is not passed by a tap', () => {
  const delivered = createDelivered()
  expect(offerAgain(passed, { ...outbid, delivered }, END - 44 * S)).toBeNull()
})
