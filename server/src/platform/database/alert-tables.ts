import type { Generated, JSONColumnType } from 'kysely'
import type { DeliveryTable } from './delivery-tables.ts'

type Json<T extends object> = JSONColumnType<T, string | undefined>

export type DestinationTable = {
  id: Generated<number>
  account_id: number
  channel: DeliveryTable['channel']
  address: string
  label: string
  settings: Json<Record<string, unknown>>
  verified_at: Date | null
  stopped_at: Date | null
  stopped_because: string | null
  shown_at: Date | null
  failing_since: Date | null
  failures: Generated<number>
  created_at: Generated<Date>
}

export type AlertPreferenceTable = {
  account_id: number
  choices: Json<Record<string, DeliveryTable['channel'][]>>
  quiet_from: string | null
  quiet_to: string | null
  zone: string | null
  urgent_wakes: Generated<boolean>
  ending_soon_minutes: number | null
  updated_at: Date
}

export type AlertLinkTable = {
  token_hash: Buffer
  account_id: number
  action: 'stop_kind' | 'mute' | 'cancel'
  kinds: string[] | null
  tracked_auction_id: number | null
  bid_id: number | null
  max_bid_cents: number | null
  expires_at: Date
  used_at: Date | null
  created_at: Date
}

export type AlertSnoozeTable = { account_id: number; tracked_auction_id: number; until: Date }
