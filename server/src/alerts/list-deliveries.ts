import { type api, type Data, PAGE, type Query } from '@bidwell/contract'
import { sql } from 'kysely'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'

type Row = {
  position: number
  id: string
  channel: Tables['deliveries']['channel']
  place: string | null
  kind: string
  values: Record<string, unknown> | null
  title: string | null
  created_at: Date
  ended_at: Date | null
  outcome: Tables['deliveries']['outcome']
  attempts: number
  next_try_at: Date | null
  said: string | null
  shown_at: Date | null
}

/** What went out to the account's places, and what did not and why, latest first. Throws `malformed` for a foreign cursor. */
export async function listDeliveries(
  db: Db,
  accountId: number,
  { cursor, limit = PAGE.defaultLimit }: Query<typeof api.listDeliveries>,
): Promise<Data<typeof api.listDeliveries>> {
  const before = cursor === undefined ? null : decodeCursor(cursor).id
  const { rows } = await sql<Row>`
    select d.position, d.id, d.channel, p.label as place, coalesce(n.kind, d.kind) as kind, n."values", l.title,
           d.created_at,
           d.ended_at, d.outcome, d.attempts, d.next_try_at, d.said, d.shown_at
      from deliveries d
      left join destinations p on p.id = d.destination_id
      left join notifications n on n.id = d.notification_id
      left join tracked_auctions t on t.id = n.tracked_auction_id
      left join listings l on l.id = t.listing_id
     where d.account_id = ${accountId} and (${before}::bigint is null or d.position < ${before})
     order by d.position desc limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ position }) => ({ key: 0, id: position }))
  return { deliveries: page.map(present), next_cursor: nextCursor }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

const present = (row: Row) => ({
  id: row.id,
  channel: row.channel,
  place: row.place,
  kind: row.kind,
  title: row.title,
  outcome: row.outcome,
  attempts: row.attempts,
  said: row.said,
  values: row.values ?? {},
  queued_at: row.created_at.toISOString(),
  ended_at: iso(row.ended_at),
  next_try_at: iso(row.next_try_at),
  shown_at: iso(row.shown_at),
})
