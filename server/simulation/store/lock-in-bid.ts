import type { Claim, Store } from '../../src/engine/core/ports.ts'
import { isUngranted } from './grant-bids.ts'
import { bidOfClaim, hasLoginChanged, isCoveredByPause, loginVersionOf, type ModelDatabase } from './model-database.ts'

/**
 * Locks a bid in, unless its claim no longer stands, it is restored and not kept, or its owner has asked for a change or a pause before, or has
 * removed or replaced the login.
 */
export function lockInBid(
  database: ModelDatabase,
  engineId: number,
  claim: Claim,
  { at, notSentBefore }: Parameters<Store['lockIn']>[1],
): boolean {
  const bid = bidOfClaim(database, claim)
  if (!bid || bid.engineId !== engineId || bid.status !== 'pending' || bid.pendingChange) return false
  const isStopped =
    bid.isRestored || isUngranted(bid) || isCoveredByPause(database, bid) || hasLoginChanged(database, bid)
  const lockedInWith = loginVersionOf(database, bid.accountId)
  Object.assign(bid, { lockedInAt: isStopped ? null : at, uncertainSince: null, notSentBefore, lockedInWith })
  return !isStopped
}
