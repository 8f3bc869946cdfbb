import { changeDeadline } from '@bidwell/contract'
import type { BidEventDetail } from '../../src/bids/log/bid-event.ts'
import type { Claim } from '../../src/engine/core/ports.ts'
import { giveBackGrant } from './grant-bids.ts'
import {
  bidOfClaim,
  type Change,
  isPaused,
  listingOf,
  logOwnEvent,
  type ModelBid,
  type ModelDatabase,
  noteFreeWhilePaused,
} from './model-database.ts'

/** Asks for a bid to be changed or cancelled: done at once when no engine holds the bid, else by its release. */
export function requestChange(
  database: ModelDatabase,
  bidId: number,
  change: Change,
  at: number,
): 'requested' | 'conflict' | 'too_late' {
  const bid = database.bids.get(bidId)
  if (bid?.status !== 'pending') return 'conflict'
  if (bid.pendingChange?.kind === 'cancel' && change.kind !== 'cancel') return 'conflict'
  if (bid.lockedInAt !== null || (at >= changeDeadline(bid.fireAt) && !isHeldBack(database, bid))) return 'too_late'
  const { maxBidCents, leadMs } = bid.pendingChange?.kind === 'change' ? bid.pendingChange : bid
  bid.pendingChange = change.kind === 'regroup' ? { kind: 'change', maxBidCents, leadMs } : change
  if (change.kind === 'cancel') bid.pendingGroup = null
  if (change.kind === 'regroup') bid.pendingGroup = change.groupId ?? 'leaves'
  if (bid.engineId === null) applyChange(database, bid, at)
  return 'requested'
}

/** After its moment, such a bid can still be changed. */
function isHeldBack(database: ModelDatabase, bid: ModelBid): boolean {
  if (bid.isRestored) return false
  if (bid.groupId !== null && bid.grantedAt === null) return true
  return listingOf(database, bid).nextBidCents > bid.maxBidCents || (bid.engineId === null && isPaused(database, bid))
}

/** Ends a claim, and applies what the owner has asked for meanwhile. */
export function releaseBid(database: ModelDatabase, claim: Claim, at: number, givesBackLockIn = false) {
  const bid = bidOfClaim(database, claim)
  if (bid?.status === 'pending' && givesBackLockIn) bid.lockedInAt = null
  if (bid) applyChange(database, bid, at)
}

function applyChange(database: ModelDatabase, bid: ModelBid, at: number) {
  const { pendingChange, pendingGroup, engineId, fence } = bid
  bid.engineId = null
  bid.pendingChange = null
  bid.pendingGroup = null
  if (pendingChange && bid.status === 'pending' && bid.lockedInAt === null) {
    if (pendingChange.kind === 'cancel') {
      const winner = winnerOfGroup(database, bid)
      Object.assign(bid, { status: 'cancelled', outcome: winner === null ? 'cancelled' : 'group_won' })
      if (winner !== null) bid.held = { because: 'won', for: winner }
      const detail =
        winner !== null ? ({ kind: 'group_skipped', outcome: 'group_won' } as const) : ({ kind: 'cancelled' } as const)
      logOwnEvent(database, bid, { at, engineId, fence, detail })
    } else {
      const { maxBidCents, leadMs } = pendingChange
      const isSame = maxBidCents === bid.maxBidCents && leadMs === bid.leadMs
      const fireAt = bid.fireAt + bid.leadMs - leadMs
      Object.assign(bid, { maxBidCents, leadMs, fireAt, held: null })
      const own = { at, engineId, fence }
      const moves = moveToGroup(database, bid, pendingGroup)
      const changed = { kind: 'changed', maxBidCents, secondsBeforeEnd: leadMs / 1_000 } as const
      for (const detail of moves.length > 0 && isSame ? moves : [changed, ...moves])
        logOwnEvent(database, bid, { ...own, detail })
    }
  }
  giveBackGrant(bid)
  noteFreeWhilePaused(database, bid)
}

/** Returns what is logged about it. */
function moveToGroup({ groups }: ModelDatabase, bid: ModelBid, to: ModelBid['pendingGroup']): BidEventDetail[] {
  const before = bid.groupId
  const after = to === 'leaves' ? null : (to ?? before)
  if (after === before) return []
  bid.groupId = after
  const left = before === null ? [] : [{ kind: 'group_left' as const, groupId: before, name: `Group ${before}` }]
  if (after === null) return left
  const mostWins = groups.get(after)?.mostWins ?? 0
  return [...left, { kind: 'group_joined', groupId: after, name: `Group ${after}`, mostWins }]
}

function winnerOfGroup({ groups, bids }: ModelDatabase, { groupId }: ModelBid): number | null {
  const terms = groups.get(groupId ?? 0)
  const won = [...bids.values()].filter((bid) => bid.groupId === groupId && bid.status === 'won')
  return terms !== undefined && won.length >= terms.mostWins ? Math.min(...won.map(({ bidId }) => bidId)) : null
}
