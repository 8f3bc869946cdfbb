import type { GroupBidState, GroupOfBid } from '@bidwell/contract'
import type { BidRow } from '../../platform/database/tables.ts'

export type GroupFacts = Pick<
  BidRow,
  | 'status'
  | 'outcome'
  | 'settled_at'
  | 'group_id'
  | 'group_granted_at'
  | 'group_released_at'
  | 'group_released_because'
  | 'group_held_because'
  | 'group_held_for'
> & { group_name: string | null; is_closed: boolean; held_for_title: string | null }

/** What a bid shows of its group; null for a single bid. */
export function presentGroupOf(bid: GroupFacts): GroupOfBid | null {
  if (bid.group_id === null || bid.group_name === null) return null
  const state = groupStateOf(bid)
  const isKeptBack = state === 'held' || state === 'skipped'
  const isNamed = isKeptBack && bid.group_held_for !== null && bid.held_for_title !== null
  return {
    id: bid.group_id,
    name: bid.group_name,
    state,
    held_because: isKeptBack ? bid.group_held_because : null,
    about: isNamed ? { bid_id: bid.group_held_for ?? 0, title: bid.held_for_title ?? '' } : null,
  }
}

const SKIPPED: readonly (string | null)[] = ['group_won', 'group_unknown', 'group_budget']

/** The one word for a bid in its group. Pure. */
export function groupStateOf(bid: Omit<GroupFacts, 'group_name' | 'held_for_title'>): GroupBidState {
  const { status, outcome, group_granted_at, group_released_at, group_released_because, group_held_because } = bid
  if (status === 'won') return 'won'
  if (SKIPPED.includes(outcome)) return 'skipped'
  if (status === 'cancelled' || group_released_because === 'never_sent') return 'ended'
  if (status === 'lost' || group_released_at !== null) return 'lost'
  if (status === 'executed') return bid.is_closed || bid.settled_at !== null ? 'unknown' : 'out'
  if (status !== 'pending') return group_granted_at === null ? 'ended' : 'unknown'
  if (group_granted_at !== null) return bid.is_closed ? 'unknown' : 'out'
  return group_held_because === null ? 'waiting' : 'held'
}
