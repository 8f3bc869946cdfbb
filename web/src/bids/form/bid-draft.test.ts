import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { evaluateDraft, offeredLead, sendText } from './bid-draft.ts'

const auction = { bidCount: 3, currentBid: 20, minimumBid: 21 }

test('A valid draft becomes an order in dollars', () => {
  expect(evaluateDraft({ max: '$24.50', lead: '5' }, auction, null).order).toEqual({
    maxBid: 24.5,
    secondsBeforeEnd: 5,
  })
})

test('An empty maximum shows no fault and cannot be sent', () => {
  const draft = evaluateDraft({ max: ' ', lead: '5' }, auction, null)
  expect(draft).toMatchObject({ maxFault: undefined, order: null })
})

test('A maximum above three times the price and above $100 has to be confirmed', () => {
  expect(evaluateDraft({ max: '100', lead: '5' }, auction, null).toConfirm).toBeNull()
  expect(evaluateDraft({ max: '101', lead: '5' }, auction, null)).toMatchObject({
    toConfirm: '101',
    order: { maxBid: 101, confirmMaxBid: 101, secondsBeforeEnd: 5 },
  })
})

test('The maximum for which the server demands a confirmation has to be confirmed at any price, and no other one', () => {
  expect(evaluateDraft({ max: '30.00', lead: '5' }, auction, null, '30')).toMatchObject({
    toConfirm: '30',
    order: { confirmMaxBid: 30 },
  })
  expect(evaluateDraft({ max: '31', lead: '5' }, auction, null, '30').toConfirm).toBeNull()
})

test('A maximum or a lead at fault prevents sending', () => {
  expect(evaluateDraft({ max: '20', lead: '5' }, auction, null)).toMatchObject({
    maxFault: 'Bid must be at least $21.00',
    order: null,
  })
  expect(evaluateDraft({ max: '25', lead: '0' }, auction, null)).toMatchObject({
    seconds: null,
    order: null,
  })
})

test('An unchanged bid is not sent again, and its maximum need not be confirmed', () => {
  const standing = { maxBid: 240, secondsBeforeEnd: 5 }
  const typed = { max: '240.00', lead: '5' }
  expect(evaluateDraft(typed, auction, standing)).toMatchObject({ toConfirm: null, order: null })
  expect(evaluateDraft({ ...typed, lead: '8' }, auction, standing).order).toEqual({ maxBid: 240, secondsBeforeEnd: 8 })
  expect(evaluateDraft({ ...typed, max: '241' }, auction, standing)).toMatchObject({ toConfirm: '241' })
})

test.each([
  [{ max: '', lead: '5' }, null, 'Enter your max first'],
  [{ max: '20', lead: '5' }, null, 'Bid must be at least $21.00'],
  [{ max: '30', lead: '5' }, { maxBid: 30, secondsBeforeEnd: 5 }, 'Nothing to change yet'],
  [{ max: '30', lead: '5' }, null, null],
])('A draft that cannot be sent says what is missing: %o beside %o', (typed, standing, why) => {
  expect(evaluateDraft(typed, auction, standing).whyNoOrder).toBe(why)
})

test("The form offers the lead of the auction's last bid, then the one chosen with the auction, then the account's", () => {
  const chosen = createAuction({ bidTimingPreference: '12' })
  expect(offeredLead(chosen, createBid({ secondsBeforeEnd: 8 }))).toBe(8)
  expect(offeredLead(chosen, null)).toBe(12)
  expect(offeredLead(createAuction({ bidTimingPreference: '5' }), null)).toBeUndefined()
})

test('The button says the amount and the time in the zone of the viewer, and no time once it has passed', () => {
  const draft = evaluateDraft({ max: '50', lead: '5' }, auction, null)
  const end = Date.parse('2026-11-21T03:00:00Z')
  expect(sendText(draft, end, 0)).toBe(`Bid up to $50.00, at ${viewerTimes().time(end - 5_000)}`)
  expect(viewerTimes().time(end)).toMatch(/^\d{1,2}:\d{2}:\d{2} [AP]M$/)
  expect(sendText(draft, end, end - 5_000)).toBe('Bid up to $50.00')
  expect(sendText(evaluateDraft({ max: '', lead: '5' }, auction, null), end, 0)).toBeNull()
})
