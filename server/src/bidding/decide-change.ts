import { hasTerms } from '../bids/terms.ts'
import type { BidRow } from '../platform/database/tables.ts'
import type { PendingChange } from './request-change.ts'

/** `superseded`: a later request of the owner was applied instead. A cancel is final, so nothing supersedes it. */
export type ChangeOutcome = 'pending' | 'done' | 'too_late' | 'superseded'

type State = Pick<BidRow, 'group_id' | 'status' | 'pending' | 'locked_in_at'> & Parameters<typeof hasTerms>[0]

/** What became of a requested change, judged by the bid's row. Pure. */
export function decideChange(bid: State, change: PendingChange): ChangeOutcome {
  const isOpen = bid.status === 'pending' && bid.locked_in_at === null
  if (isOpen && bid.pending !== null) return 'pending'
  if (isApplied(bid, change)) return 'done'
  return change.kind !== 'cancel' && (isOpen || bid.status === 'cancelled') ? 'superseded' : 'too_late'
}

function isApplied(bid: State, change: PendingChange): boolean {
  if (change.kind === 'cancel') return bid.status === 'cancelled'
  if (bid.status === 'cancelled') return false
  if (change.groupId !== undefined && bid.group_id !== change.groupId) return false
  if (change.kind === 'regroup') return true
  return hasTerms(bid, change)
}
