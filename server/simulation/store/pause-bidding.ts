import { CLOSED_FOR_CERTAIN_AFTER_MS } from '../../src/bidding/pauses/end-paused-bids.ts'
import {
  isPaused,
  listingOf,
  logOwnEvent,
  type ModelBid,
  type ModelDatabase,
  noteFreeWhilePaused,
  type OperatorPause,
} from './model-database.ts'

/** Pauses an account's bidding. Returns the pending bids that are locked in, or that an engine has not yet released. */
export function pauseBidding(database: ModelDatabase, accountId: number): ModelBid[] {
  database.pausedAccounts.add(accountId)
  noteAllFreeWhilePaused(database)
  return findUnstoppedBids(database, accountId)
}

/** Resumes an account's bidding, after ending the bids whose auctions have closed meanwhile. */
export function resumeBidding(database: ModelDatabase, accountId: number, at: number) {
  endPausedBids(database, at, accountId)
  database.pausedAccounts.delete(accountId)
  noteAllFreeWhilePaused(database)
}

/** Sets the operator's pause. Returns the pending bids that `all` has not stopped. */
export function setOperatorPause(database: ModelDatabase, state: OperatorPause, at: number): ModelBid[] {
  if (state === 'off') endPausedBids(database, at)
  database.operatorPause = state
  noteAllFreeWhilePaused(database)
  return state === 'all' ? findUnstoppedBids(database) : []
}

/** Ends bids whose auctions have closed while they were paused and no engine held them. Returns how many. */
export function endPausedBids(database: ModelDatabase, at: number, accountId: number | null = null): number {
  const ended = [...database.bids.values()].filter((bid) => isOverdue(database, bid, at, accountId))
  for (const bid of ended) {
    Object.assign(bid, { status: 'cancelled', outcome: 'paused', pendingChange: null, wasFreeWhilePaused: false })
    const { priceCents } = listingOf(database, bid)
    const detail = { kind: 'skipped', outcome: 'paused', priceCents } as const
    logOwnEvent(database, bid, { at, engineId: null, fence: null, detail })
  }
  return ended.length
}

function isOverdue(database: ModelDatabase, bid: ModelBid, at: number, accountId: number | null): boolean {
  const { close, endsAt } = listingOf(database, bid)
  const isClosed = close !== null || endsAt <= at - CLOSED_FOR_CERTAIN_AFTER_MS
  const isHeldBack = bid.status === 'pending' && !bid.isRestored && bid.engineId === null && isPaused(database, bid)
  const isConcerned = accountId === null || bid.accountId === accountId
  return isHeldBack && isConcerned && isClosed && bid.fireAt <= at && !database.lockedRows.has(bid.bidId)
}

const findUnstoppedBids = ({ bids }: ModelDatabase, accountId: number | null = null) =>
  [...bids.values()].filter(
    (bid) =>
      bid.status === 'pending' &&
      !bid.isRestored &&
      (bid.engineId !== null || bid.lockedInAt !== null) &&
      (accountId === null || bid.accountId === accountId),
  )

function noteAllFreeWhilePaused(database: ModelDatabase) {
  for (const bid of database.bids.values()) noteFreeWhilePaused(database, bid)
}
