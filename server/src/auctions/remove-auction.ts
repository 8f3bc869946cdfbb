import { messages } from '@bidwell/contract'
import type { Acting } from '../http/route.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import type { AuctionCtx } from './auction-ctx.ts'
import { lockTrackedAuction } from './auction-queries.ts'

/**
 * Cancels the pending snipe on an auction and removes the auction from the user's lists; it can be restored. Throws
 * `too_late` while a bid is being sent, and `conflict` when another was scheduled meanwhile.
 */
export async function removeAuction(ctx: AuctionCtx, acting: Acting, id: number): Promise<void> {
  const { db, clock, cancelBidOn } = ctx
  const { accountId } = acting
  await cancelBidOn(acting, id).catch((error: unknown) => {
    const onItsWay = error instanceof AppError && error.code === 'too_late'
    throw onItsWay ? new AppError('too_late', messages.auction.bidOnItsWay, { cause: error }) : error
  })

  await db.transaction().execute(async (tx) => {
    // Scheduling a bid takes this lock, too.
    await lockAccount(tx, accountId)
    const auction = await lockTrackedAuction(tx, accountId, id)
    if (!auction || auction.removed_at) throw new AppError('not_found', messages.auction.notFound)
    const live = await tx
      .selectFrom('bids')
      .select('id')
      .where('tracked_auction_id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (live) throw new AppError('conflict', messages.bidRefusal.pendingNotDeletable)
    await acting.inTransaction?.(tx)
    const now = new Date(clock.now())
    await tx.updateTable('tracked_auctions').set({ removed_at: now, updated_at: now }).where('id', '=', id).execute()
    await announceChange(tx, { what: 'auction_removed', accountId, auctionId: id })
  })
}
