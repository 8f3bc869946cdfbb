import { messages } from '@bidwell/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/tables.ts'

export type NotificationRecord = Awaited<ReturnType<typeof findNotifications>>[number]

type Page = {
  /** Null: all kinds. */
  kinds: readonly string[] | null
  onlyUnread: boolean
  /** Null: from the latest on. */
  beforeId: number | null
  limit: number
}

/** The account's notifications, latest first, one more than `limit` if there are more, each with its auction. */
export function findNotifications(db: Db, accountId: number, { kinds, onlyUnread, beforeId, limit }: Page) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('bids as b', 'b.id', 'n.bid_id')
    .leftJoin('tracked_auctions as t', 't.id', 'n.tracked_auction_id')
    .leftJoin('listings as l', 'l.id', 't.listing_id')
    .select(['n.id', 'n.kind', 'n.values', 'n.at', 'n.read_at', 'n.bid_id', 'n.tracked_auction_id'])
    .select(['b.deleted_at', 't.removed_at', 'l.auction_id', 'l.title', 'l.image_urls'])
    .where('n.account_id', '=', accountId)
    .$if(kinds !== null, (query) => query.where(sql<SqlBool>`n.kind = any(${kinds}::text[])`))
    .$if(onlyUnread, (query) => query.where('n.read_at', 'is', null))
    .$if(beforeId !== null, (query) => query.where('n.id', '<', beforeId))
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** How many of the account's notifications are unread. Counts no further than one more than is shown exactly. */
export async function countUnread(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from notifications where account_id = ${accountId} and read_at is null
       limit ${messages.unread.MAX_EXACT + 1}) unread`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks notifications of the account as read and returns how many were not. `now` is epoch ms. */
export async function setRead(
  tx: Tx,
  accountId: number,
  { which, now }: { which: { id: number } | { upTo: number }; now: number },
): Promise<number> {
  const update = tx
    .updateTable('notifications')
    .set({ read_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
  const { numUpdatedRows } = await (
    'id' in which ? update.where('id', '=', which.id) : update.where('id', '<=', which.upTo)
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function hasNotification(db: Db, accountId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
