import { messages } from '@bidwell/contract'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { awaitChange, type BidDeps } from './await-change.ts'
import { type BidRecord, findPendingBids, lockBid } from './bid-queries.ts'
import { requestChange } from './request-change.ts'

const CANCEL = { kind: 'cancel' } as const

/**
 * Cancels a pending bid and answers once no engine can fire it. Cancelling again answers the same. Throws
 * `not_found`, `conflict`, `too_late` and `not_confirmed_yet` as `requestChange` and `awaitChange` do.
 */
export async function cancelBid(deps: BidDeps, accountId: number, id: number): Promise<BidRecord> {
  const { db, clock, marketplace } = deps
  const at = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.nothingToCancel)
    if (bid.status !== 'cancelled') await requestChange(tx, bid, CANCEL, at)
  })
  return awaitChange(deps, accountId, id, CANCEL)
}

/** Cancels the pending bid on a tracked auction, if there is one, as `cancelBid` does. */
export async function cancelBidsOn(deps: BidDeps, accountId: number, trackedAuctionId: number): Promise<void> {
  for (const bid of await findPendingBids(deps.db, accountId, trackedAuctionId)) {
    await cancelBid(deps, accountId, bid.id)
  }
}
