import type { BidRow } from '../platform/database/tables.ts'
import type { PendingChange } from './request-change.ts'

/** `superseded`: a later wish of the same user was done instead. */
export type ChangeOutcome = 'open' | 'done' | 'too_late' | 'superseded'

type State = Pick<BidRow, 'status' | 'pending_change' | 'locked_in_at' | 'max_bid_cents' | 'seconds_before_end'>

/** What has become of a wish, read off the bid. */
export function decideChange(bid: State, change: PendingChange): ChangeOutcome {
  const frozen = bid.locked_in_at !== null
  if (bid.status === 'pending' && !frozen && bid.pending_change !== null) return 'open'
  if (change.kind === 'cancel') {
    if (bid.status === 'cancelled') return 'done'
    return bid.status === 'pending' && !frozen ? 'superseded' : 'too_late'
  }
  if (bid.status === 'cancelled') return 'superseded'
  const asWished = bid.max_bid_cents === change.maxBidCents && bid.seconds_before_end === change.secondsBeforeEnd
  if (asWished) return 'done'
  return bid.status === 'pending' && !frozen ? 'superseded' : 'too_late'
}
