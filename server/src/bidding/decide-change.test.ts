import { expect, test } from 'vitest'
import { decideChange } from './decide-change.ts'
import type { PendingChange } from './request-change.ts'

const CANCEL: PendingChange = { kind: 'cancel' }
const CHANGE = { kind: 'change', maxBidCents: 6_000, secondsBeforeEnd: 9, delivered: null } as const

type Bid = Parameters<typeof decideChange>[0]
const aBid = (values: Partial<Bid> = {}): Bid => ({
  group_id: null,
  status: 'pending',
  pending: null,
  locked_in_at: null,
  max_bid_cents: 2_500,
  seconds_before_end: 5,
  all_in_cents: null,
  ...values,
})
const newTerms = { max_bid_cents: 6_000, seconds_before_end: 9 }
const lockedIn = { locked_in_at: new Date(0) }
const cancelling = { pending: { kind: 'cancel', lowered: null } } as const
const changing = { pending: CHANGE }
const sentWithoutLockIn = { ...cancelling, status: 'executed' } as const

test.each<[string, Bid, PendingChange, string]>([
  ['a cancel is pending until the engine has released the bid', aBid(cancelling), CANCEL, 'pending'],
  ['a change is pending until the engine has released the bid', aBid(changing), CHANGE, 'pending'],
  ['a cancel is done when the bid is cancelled', aBid({ status: 'cancelled' }), CANCEL, 'done'],
  ['a change is done when the bid has the new terms', aBid(newTerms), CHANGE, 'done'],
  ['a change is done when the new terms are locked in', aBid({ ...newTerms, ...lockedIn }), CHANGE, 'done'],
  ['a change is done when the new terms were sent', aBid({ ...newTerms, status: 'executed' }), CHANGE, 'done'],
  ['a cancel is too late when the bid is locked in', aBid(lockedIn), CANCEL, 'too_late'],
  ['a change is too late when the old terms are locked in', aBid(lockedIn), CHANGE, 'too_late'],
  ['a cancel is too late when the bid was sent during an outage', aBid(sentWithoutLockIn), CANCEL, 'too_late'],
  ['a change is too late when the auction has ended', aBid({ status: 'auction_ended' }), CHANGE, 'too_late'],
  ['a change is superseded by a change to other terms', aBid({ max_bid_cents: 9_900 }), CHANGE, 'superseded'],
  ['a change is superseded by a cancel', aBid({ status: 'cancelled' }), CHANGE, 'superseded'],
])('%s', (_, bid, change, outcome) => {
  expect(decideChange(bid, change)).toBe(outcome)
})
