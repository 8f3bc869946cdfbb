import { expect, test } from 'vitest'
import { createAuction, createBid, createDelivered } from '../../../test/auctions.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { evaluateDraft, offeredLead, sendText } from './bid-draft.ts'

const auction = { bidCount: 3, currentBid: 20, minimumBid: 21 }
const delivered = createDelivered()

const STANDING = { maxBid: 240, secondsBeforeEnd: 5 }
const TO_CHOOSE = 'Seconds before end must be a whole number from 1 to 180'

test.each([
  { max: '$24.50', order: { maxBid: 24.5, secondsBeforeEnd: 5 } },
  // An empty field prevents sending, and shows no fault.
  { max: ' ', why: 'Enter your max first', maxFault: undefined },
  { max: '20', why: 'Bid must be at least $21.00', maxFault: 'Bid must be at least $21.00' },
  { max: '25', lead: '0', why: TO_CHOOSE, seconds: null },
  // Above three times the price and above $100, or where the server demands it, a maximum has to be confirmed.
  { max: '100', order: { maxBid: 100, secondsBeforeEnd: 5 } },
  { max: '101', toConfirm: '101', order: { maxBid: 101, confirmMaxBid: 101, secondsBeforeEnd: 5 } },
  { max: '30.00', demanded: '30', toConfirm: '30', order: { maxBid: 30, confirmMaxBid: 30, secondsBeforeEnd: 5 } },
  { max: '31', demanded: '30', order: { maxBid: 31, secondsBeforeEnd: 5 } },
  // A bid that stands is not sent again, and its maximum need not be confirmed.
  { max: '240.00', standing: STANDING, why: 'Nothing to change yet' },
  { max: '240.00', lead: '8', standing: STANDING, order: { maxBid: 240, secondsBeforeEnd: 8 } },
  { max: '241', standing: STANDING, toConfirm: '241', order: { maxBid: 241, confirmMaxBid: 241, secondsBeforeEnd: 5 } },
  // A maximum takes the place of a delivered price.
  { max: '240', standing: { ...STANDING, delivered }, order: { maxBid: 240, allIn: null, secondsBeforeEnd: 5 } },
])('A typed bid becomes an order, or says why not: %o', (given) => {
  const { max, lead = '5', standing = null, demanded, order = null, why = null, toConfirm = null, ...rest } = given
  const draft = evaluateDraft({ max, lead }, auction, standing, demanded)
  expect(draft).toMatchObject({ whyNoOrder: why, toConfirm, raiseTo: null, ...rest })
  expect(draft.order).toEqual(order)
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
