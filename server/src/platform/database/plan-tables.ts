import type { Generated, Selectable } from 'kysely'

export type TrialTable = {
  account_id: number
  started_at: Date
  ends_at: Date
  reminded_days: 1 | 2 | null
  expired_at: Date | null
}

export type SpentTrialTable = {
  person: Buffer
  started_at: Date
}

export type SubscriptionTable = {
  id: Generated<number>
  account_id: number
  external_id: string
  plan: string
  billing_interval: 'month' | 'year'
  amount_cents: number
  status: 'active' | 'past_due' | 'ended'
  started_at: Date
  current_period_end: Date
  cancel_at_period_end: Generated<boolean>
  past_due_since: Date | null
  ended_at: Date | null
  read_at: Date
}
export type SubscriptionRow = Selectable<SubscriptionTable>
