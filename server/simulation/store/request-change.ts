import { changeDeadline } from '@bidwell/contract'
import type { Claim } from '../../src/engine/core/ports.ts'
import {
  bidOfClaim,
  type Change,
  isPaused,
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
  const isHeldBack = !bid.isRestored && bid.engineId === null && isPaused(database, bid)
  if (bid.lockedInAt !== null || (at >= changeDeadline(bid.fireAt) && !isHeldBack)) return 'too_late'
  bid.pendingChange = change
  if (bid.engineId === null) applyChange(database, bid, at)
  return 'requested'
}

/** Ends a claim, and applies what the owner has asked for meanwhile. */
export function releaseBid(database: ModelDatabase, claim: Claim, at: number) {
  const bid = bidOfClaim(database, claim)
  if (bid) applyChange(database, bid, at)
}

function applyChange(database: ModelDatabase, bid: ModelBid, at: number) {
  const { pendingChange, engineId, fence } = bid
  bid.engineId = null
  bid.pendingChange = null
  if (pendingChange && bid.status === 'pending' && bid.lockedInAt === null) {
    if (pendingChange.kind === 'cancel') {
      Object.assign(bid, { status: 'cancelled', outcome: 'cancelled' })
      logOwnEvent(database, bid, { at, engineId, fence, detail: { kind: 'cancelled' } })
    } else {
      const { maxBidCents, leadMs } = pendingChange
      Object.assign(bid, { maxBidCents, leadMs, isRestored: false, fireAt: bid.fireAt + bid.leadMs - leadMs })
      const detail = { kind: 'changed', maxBidCents, secondsBeforeEnd: leadMs / 1_000 } as const
      logOwnEvent(database, bid, { at, engineId, fence, detail })
    }
  }
  noteFreeWhilePaused(database, bid)
}
