import { messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { TrackedAuctionRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

/**
 * Removes a tracked auction from the user's lists; it can be restored. The caller holds the account's lock, which
 * scheduling a bid also takes. Throws `conflict` while a snipe is pending on it. `now` is epoch ms on the wall clock.
 */
export async function untrackAuction(
  tx: Tx,
  { id, account_id: accountId }: TrackedAuctionRow,
  now: number,
): Promise<void> {
  const live = await tx
    .selectFrom('bids')
    .select('id')
    .where('tracked_auction_id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (live) throw new AppError('conflict', messages.bidRefusal.pendingNotDeletable)

  await tx
    .updateTable('tracked_auctions')
    .set({ removed_at: new Date(now), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await announceChange(tx, { what: 'auction_removed', accountId, auctionId: id })
}
