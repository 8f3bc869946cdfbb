import { messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockBid } from './bid-queries.ts'

export type DeleteDeps = { db: Db; clock: Clock }

/**
 * Deletes a finished bid from the history. Throws `not_found`; `forbidden` for a bid of another account; `conflict` for
 * a bid that is pending, or that is at the site with its result unknown.
 */
export async function deleteHistoricalBid({ db, clock }: DeleteDeps, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Only the owner's request may wait for the row's lock, or hold it.
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw await whyNotFound(tx, id)
    if (bid.status === 'pending') throw new AppError('conflict', messages.bidRefusal.pendingNotDeletable)
    if (bid.status === 'executed' && !bid.settled_at)
      throw new AppError('conflict', messages.bidRefusal.unsettledNotDeletable)
    await tx
      .updateTable('bids')
      .set({ deleted_at: new Date(clock.now()) })
      .where('id', '=', id)
      .execute()
    await announceChange(tx, { what: 'bid', accountId, bidId: id })
  })
}

/** The reason that the account has no such bid: `forbidden` if another account has it. */
async function whyNotFound(tx: Tx, id: number): Promise<AppError> {
  const strangers = await tx
    .selectFrom('bids')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return strangers
    ? new AppError('forbidden', messages.bidRefusal.forbidden)
    : new AppError('not_found', messages.bid.notFound)
}
