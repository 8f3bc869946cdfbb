import type { NotificationContent } from '@bidwell/contract'
import { sql } from 'kysely'
import { announceChanges } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'

export type NewNotification = NotificationContent & {
  accountId: number
  /** Names what happened, within the account: the same key is stored once. */
  key: string
  /** Given together with the auction of the bid. */
  bidId?: number
  trackedAuctionId?: number
  /** Not counted as unread: its user has nothing to do. */
  isRead?: true
}

/**
 * Adds notifications in the transaction that causes them, and announces those that are new. What was told already, under
 * the same key, is not told again. Returns the ids of those that are new.
 */
export async function notify(tx: Tx, notifications: readonly NewNotification[]): Promise<number[]> {
  if (notifications.length === 0) return []
  const rows = notifications.map(
    ({ accountId, key, kind, bidId = null, trackedAuctionId = null, values, isRead = false }) => ({
      account_id: accountId,
      key,
      kind,
      bid_id: bidId,
      tracked_auction_id: trackedAuctionId,
      values,
      read: isRead,
    }),
  )
  const { rows: added } = await sql<{ id: number; account_id: number }>`
    insert into notifications (account_id, key, kind, bid_id, tracked_auction_id, "values", read_at)
    select n.account_id, n.key, n.kind, n.bid_id, n.tracked_auction_id, n."values", case when n.read then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as n (account_id bigint, key text, kind text, bid_id bigint, tracked_auction_id bigint, "values" jsonb,
                  read boolean)
        on conflict do nothing
    returning id, account_id`.execute(tx)
  const accountIds = new Set(added.map(({ account_id }) => account_id))
  await announceChanges(
    tx,
    [...accountIds].map((accountId) => ({ what: 'notification', accountId })),
  )
  return added.map(({ id }) => id)
}
