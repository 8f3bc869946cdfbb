import { messages } from '@bidwell/contract'
import type { Insertable } from 'kysely'
import { announceChange } from '../changes/announce-change.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

/** Silences a tracked auction until an instant, but for urgent alerts; null ends it. Throws `not_found`. */
export async function snoozeAuction(db: Db, accountId: number, { id, until }: { id: number; until: Date | null }) {
  await db.transaction().execute(async (tx) => {
    const tracked = await tx
      .selectFrom('tracked_auctions')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!tracked) throw new AppError('not_found', messages.alerts.auctionNotTracked)
    if (until !== null) return await snooze(tx, { account_id: accountId, tracked_auction_id: id, until })
    await announceChange(tx, { what: 'auction', accountId, auctionId: id })
    await tx
      .deleteFrom('alert_snoozes')
      .where('account_id', '=', accountId)
      .where('tracked_auction_id', '=', id)
      .execute()
  })
}

export async function snooze(tx: Tx, row: Insertable<Tables['alert_snoozes']>): Promise<void> {
  await announceChange(tx, { what: 'auction', accountId: row.account_id, auctionId: row.tracked_auction_id })
  await tx
    .insertInto('alert_snoozes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'tracked_auction_id']).doUpdateSet({ until: row.until }))
    .execute()
}
