import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { evaluateDraft, offeredLead } from './bid-draft.ts'

const auction = { bidCount: 3, currentBid: 20, minimumBid: 21 }

test('A valid draft becomes an order in dollars', () => {
  expect(evaluateDraft({ max: '$24.50', again: '', lead: '5' }, auction, null).order).toEqual({
    maxBid: 24.5,
    secondsBeforeEnd: 5,
  })
})

test('An empty maximum shows no fault and cannot be sent', () => {
  const draft = evaluateDraft({ max: ' ', again: '', lead: '5' }, auction, null)
  expect(draft).toMatchObject({ maxFault: undefined, order: null })
})

test('A maximum above three times the price is sent only once both typed amounts agree', () => {
  const typed = { max: '61', again: '', lead: '5' }
  expect(evaluateDraft(typed, auction, null)).toMatchObject({ needsRetyping: true, againFault: undefined, order: null })
  expect(evaluateDraft({ ...typed, again: '610' }, auction, null)).toMatchObject({
    againFault: 'The two amounts differ',
    order: null,
  })
  expect(evaluateDraft({ ...typed, again: '61.00' }, auction, null).order).toEqual({
    maxBid: 61,
    confirmMaxBid: 61,
    secondsBeforeEnd: 5,
  })
})

test('A maximum for which the server demands a confirmation has to be typed twice at any price', () => {
  expect(evaluateDraft({ max: '30', again: '', lead: '5' }, auction, null, true)).toMatchObject({
    needsRetyping: true,
    order: null,
  })
})

test('A maximum or a lead at fault prevents sending', () => {
  expect(evaluateDraft({ max: '20', again: '', lead: '5' }, auction, null)).toMatchObject({
    maxFault: 'Bid must be at least $21.00',
    order: null,
  })
  expect(evaluateDraft({ max: '25', again: '', lead: '0' }, auction, null)).toMatchObject({
    seconds: null,
    order: null,
  })
})

test('An unchanged bid is not sent again, and its maximum need not be typed twice', () => {
  const standing = { maxBid: 240, secondsBeforeEnd: 5 }
  const typed = { max: '240.00', again: '', lead: '5' }
  expect(evaluateDraft(typed, auction, standing)).toMatchObject({ needsRetyping: false, order: null })
  expect(evaluateDraft({ ...typed, lead: '8' }, auction, standing).order).toEqual({ maxBid: 240, secondsBeforeEnd: 8 })
  expect(evaluateDraft({ ...typed, max: '241' }, auction, standing)).toMatchObject({ needsRetyping: true, order: null })
})

test.each([
  [{ max: '', again: '', lead: '5' }, null, 'Enter your max first'],
  [{ max: '20', again: '', lead: '5' }, null, 'Bid must be at least $21.00'],
  [{ max: '61', again: '', lead: '5' }, null, 'Enter your max a second time'],
  [{ max: '61', again: '60', lead: '5' }, null, 'The two amounts differ'],
  [{ max: '30', again: '', lead: '5' }, { maxBid: 30, secondsBeforeEnd: 5 }, 'Nothing to change yet'],
  [{ max: '30', again: '', lead: '5' }, null, null],
])('A draft that cannot be sent says what is missing: %o beside %o', (typed, standing, why) => {
  expect(evaluateDraft(typed, auction, standing).whyNoOrder).toBe(why)
})

test("The form offers the lead of the auction's last bid, then the one chosen with the auction, then the account's", () => {
  const chosen = createAuction({ bidTimingPreference: '12' })
  expect(offeredLead(chosen, createBid({ secondsBeforeEnd: 8 }))).toBe(8)
  expect(offeredLead(chosen, null)).toBe(12)
  expect(offeredLead(createAuction({ bidTimingPreference: '5' }), null)).toBeUndefined()
})
