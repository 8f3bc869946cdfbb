import { expect, test } from 'vitest'
import type { PendingChange } from './request-change.ts'
import { decideChange } from './decide-change.ts'

const CANCEL: PendingChange = { kind: 'cancel' }
const CHANGE: PendingChange = { kind: 'change', maxBidCents: 6_000, secondsBeforeEnd: 9 }

type Bid = Parameters<typeof decideChange>[0]
const aBid = (change: Partial<Bid> = {}): Bid => ({
  status: 'pending',
  pending_change: null,
  locked_in_at: null,
  max_bid_cents: 2_500,
  seconds_before_end: 5,
  ...change,
})
const asWished = { max_bid_cents: 6_000, seconds_before_end: 9 }
const lockedIn = { locked_in_at: new Date(0) }

test.each<[string, Bid, PendingChange, string]>([
  ['an engine has not let go yet', aBid({ pending_change: 'cancel' }), CANCEL, 'open'],
  ['an engine has not let go yet', aBid({ pending_change: 'change' }), CHANGE, 'open'],
  ['the bid is cancelled', aBid({ status: 'cancelled' }), CANCEL, 'done'],
  ['the bid is as wished', aBid(asWished), CHANGE, 'done'],
  ['the bid is as wished, and another engine has locked it in', aBid({ ...asWished, ...lockedIn }), CHANGE, 'done'],
  ['the bid is as wished, and was sent so', aBid({ ...asWished, status: 'executed' }), CHANGE, 'done'],
  ['the bid was locked in as it had been', aBid(lockedIn), CANCEL, 'too_late'],
  ['the bid was locked in as it had been', aBid(lockedIn), CHANGE, 'too_late'],
  [
    'the bid left without a lock-in, the database being away',
    aBid({ status: 'executed', pending_change: 'cancel' }),
    CANCEL,
    'too_late',
  ],
  ['the bid has ended otherwise', aBid({ status: 'auction_ended' }), CHANGE, 'too_late'],
  ['a later change was made instead', aBid(), CANCEL, 'superseded'],
  ['a later change was made instead', aBid({ max_bid_cents: 9_900 }), CHANGE, 'superseded'],
  ['the bid was cancelled instead', aBid({ status: 'cancelled' }), CHANGE, 'superseded'],
])('%s', (_, bid, change, outcome) => {
  expect(decideChange(bid, change)).toBe(outcome)
})
