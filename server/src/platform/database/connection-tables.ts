import type { Generated, JSONColumnType } from 'kysely'

export type ConnectionTable = {
  id: Generated<number>
  account_id: number
  marketplace: string
  masked_username: string
  site_user_hash: Buffer | null
  sealed_credentials: JSONColumnType<object>
  sealed_token: JSONColumnType<object | null, string | null | undefined, string | null>
  token_expires_at: Date | null
  token_machine: string | null
  version: Generated<number>
  state: Generated<'connected' | 'refused' | 'unreachable'>
  state_detail: string | null
  last_verified_at: Date | null
  login_started_at: Date | null
  renewal_requested_at: Date | null
  created_at: Date
  updated_at: Date
}

export type LoginAttemptTable = {
  id: Generated<number>
  account_id: number
  user_hash: Buffer
  at: Date
  is_proven: boolean
}

export type VaultKeyTable = {
  kid: string
  public_key: Buffer
  known_answer: JSONColumnType<object>
  first_used_at: Date
}

export type VaultUseTable = {
  id: Generated<number>
  account_id: number
  connection_id: number | null
  process: string
  purpose: 'connect' | 'refresh' | 'bid' | 'read' | 'remove' | 'rotate'
  bid_id: number | null
  outcome: 'ok' | 'refused' | 'failed'
  at: Date
  chain_position: Generated<number | null>
  chain_hash: Generated<Buffer | null>
}
