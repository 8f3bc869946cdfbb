import type { Generated, JSONColumnType } from 'kysely'

export type NotificationTable = {
  id: Generated<number>
  account_id: number
  key: string
  kind: string
  bid_id: number | null
  tracked_auction_id: number | null
  values: JSONColumnType<Record<string, unknown>>
  at: Generated<Date>
  read_at: Date | null
  alert_due_at: Generated<Date | null>
  alert_held: Generated<boolean>
}
