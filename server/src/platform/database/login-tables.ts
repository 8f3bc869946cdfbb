import type { Generated, JSONColumnType } from 'kysely'

export type SecurityEventTable = {
  id: Generated<number>
  account_id: number | null
  actor: Buffer | null
  kind: string
  outcome: 'ok' | 'failed' | 'refused'
  ip_address: string | null
  user_agent: string | null
  request_id: string | null
  detail: JSONColumnType<Record<string, string | number | boolean | null>>
  account_pseudonym: Generated<string | null>
  at: Generated<Date>
  salt: Generated<string | null>
  chain_position: Generated<number | null>
}

export type KnownCallerTable = { account_id: number; caller: string; first_used_at: Date; last_used_at: Date }

export type LoginLockTable = {
  email_hash: Buffer
  caller: string
  failed_at: Generated<Date[]>
  locks: Generated<number>
  locked_until: Date | null
  updated_at: Date
}

export type AttemptBudgetTable = { name: string; capacity: number; used: number; updated_at: Date }
