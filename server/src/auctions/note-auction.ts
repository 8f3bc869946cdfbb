import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'
import { type AuctionRecord, getAuction, lockTrackedAuction } from './auction-queries.ts'

/** `replaces` is the note that the writer has seen. */
type Change = { id: number; note: string; replaces: string }

/**
 * Writes the note of a tracked auction. Throws `not_found`, and `conflict` when the note is neither the one that the writer has
 * seen nor the new one: a late answer, or a second window, overwrites nothing that its writer has not seen.
 */
export async function noteAuction(
  { db, clock }: Ctx,
  acting: Acting,
  { id, note, replaces }: Change,
): Promise<AuctionRecord> {
  const { accountId } = acting
  return db.transaction().execute(async (tx) => {
    const before = await lockTrackedAuction(tx, accountId, id)
    if (!before || before.removed_at) throw new AppError('not_found', messages.auction.notFound)
    if (before.note !== note) {
      if (before.note !== replaces) throw new AppError('conflict', messages.note.changedMeanwhile)
      await acting.inTransaction?.(tx)
      await tx
        .updateTable('tracked_auctions')
        .set({ note, updated_at: new Date(clock.now()) })
        .where('id', '=', id)
        .execute()
      await announceChange(tx, { what: 'auction', accountId, auctionId: id })
    }
    return getAuction(tx, accountId, id)
  })
}
