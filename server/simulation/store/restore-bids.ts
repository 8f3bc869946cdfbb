import { FENCE_GAP } from '../../src/bidding/waiting/hold-restored.ts'
import { giveBackGrant } from './grant-bids.ts'
import { type ModelDatabase, noteFreeWhilePaused } from './model-database.ts'

/** Stops all pending bids, as after a restore, until their owners keep them. Returns how many. */
export function askForBids(database: ModelDatabase): number {
  const pending = [...database.bids.values()].filter(({ status }) => status === 'pending')
  for (const bid of pending) {
    const nothing = { engineId: null, lockedInAt: null, uncertainSince: null, notSentBefore: null, pendingChange: null }
    Object.assign(bid, { ...nothing, pendingGroup: null, isRestored: true, fence: bid.fence + FENCE_GAP })
    giveBackGrant(bid)
    noteFreeWhilePaused(database, bid)
  }
  return pending.length
}

/** Lets a restored bid be sent. The claim of an engine that only reads is void. */
export function keepBid(database: ModelDatabase, bidId: number) {
  const bid = database.bids.get(bidId)
  if (bid?.status !== 'pending' || !bid.isRestored) return
  Object.assign(bid, { isRestored: false, engineId: null, fence: bid.fence + 1 })
  giveBackGrant(bid)
  noteFreeWhilePaused(database, bid)
}
