import { messages } from '@bidwell/contract'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

type Snooze = { id: number; /** Null ends it. */ until: Date | null }

/** Silences a tracked auction until an instant, but for urgent alerts. Throws `not_found`. */
export async function snoozeAuction(db: Db, accountId: number, snooze: Snooze) {
  const isTracked = await db.transaction().execute((tx) => muteAlerts(tx, accountId, snooze))
  if (!isTracked) throw new AppError('not_found', messages.alerts.auctionNotTracked)
}

/** The same in a transaction. Returns whether the auction is the account's. */
export async function muteAlerts(tx: Tx, accountId: number, { id, until }: Snooze): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tracked_auctions')
    .set({ alerts_muted_until: until })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows > 0) await announceChange(tx, { what: 'auction', accountId, auctionId: id })
  return numUpdatedRows > 0
}
