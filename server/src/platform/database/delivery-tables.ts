import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type DeliveryTable = {
  id: string
  account_id: number | null
  channel: 'email' | 'push' | 'sms' | 'webhook'
  lane: string
  recipient: string
  kind: string
  content: JSONColumnType<object | null, string | null | undefined, string | null>
  sequence: string | null
  position: GeneratedAlways<number>
  repeatable: Generated<boolean>
  attempts: Generated<number>
  next_try_at: Date | null
  give_up_at: Date
  leased_until: Date | null
  handed_over_at: Date | null
  may_be_twice: Generated<boolean>
  blocked_by: string | null
  said: string | null
  ended_at: Date | null
  outcome: DeliveryOutcome | null
  /** What an alert tells, several for a digest. */
  notification_ids: Generated<number[]>
  destination_id: number | null
  shown_at: Date | null
  created_at: Date
}

/** `unconfirmed`: handed over without an answer, and not sent again. */
export type DeliveryOutcome = 'sent' | 'unconfirmed' | 'refused' | 'too_late' | 'dropped'
