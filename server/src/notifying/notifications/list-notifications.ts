import { type api, type Data, PAGE, type Query, type WireNotification } from '@bidwell/contract'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/database/tables.ts'
import { findNotifications, type NotificationRecord } from './notification-queries.ts'

type Deps = { db: Db; marketplace: Pick<Marketplace, 'itemUrl'> }

/** A page of the account's notifications, latest first. Throws `malformed` for a cursor that no earlier page gave. */
export async function listNotifications(
  { db, marketplace }: Deps,
  accountId: number,
  { kind, unread, cursor, limit = PAGE.defaultLimit }: Query<typeof api.listNotifications>,
): Promise<Data<typeof api.listNotifications>> {
  const rows = await findNotifications(db, accountId, {
    kinds: kind?.split(',') ?? null,
    onlyUnread: unread !== undefined,
    beforeId: cursor === undefined ? null : decodeCursor(cursor).id,
    limit,
  })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => ({ key: 0, id }))
  return { notifications: page.map((row) => present(row, marketplace)), next_cursor: nextCursor }
}

function present(row: NotificationRecord, marketplace: Deps['marketplace']): WireNotification {
  const { auction_id, title } = row
  return {
    id: row.id,
    kind: row.kind,
    values: row.values,
    at: row.at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    bid_id: row.deleted_at === null ? row.bid_id : null,
    auction:
      auction_id === null || title === null
        ? null
        : {
            auction_id,
            tracked_auction_id: row.removed_at === null ? row.tracked_auction_id : null,
            title,
            image_url: row.image_urls?.[0] ?? null,
            item_url: marketplace.itemUrl(auction_id),
          },
  }
}
