import type { Generated, Selectable } from 'kysely'

export type TotpSecretTable = {
  account_id: number
  sealed_secret: Buffer
  key_id: string
  created_at: Date
  confirmed_at: Date | null
  last_step: Generated<number>
  failures: Generated<number>
  last_failed_at: Date | null
}
export type TotpSecretRow = Selectable<TotpSecretTable>

export type RecoveryCodeTable = { account_id: number; code_hash: Buffer; created_at: Date; used_at: Date | null }

export type PasskeyTable = {
  id: Generated<number>
  account_id: number
  credential_id: string
  public_key: Buffer
  signature_count: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}
export type PasskeyRow = Selectable<PasskeyTable>

export type IdentityChallengeTable = {
  challenge_hash: Buffer
  purpose: 'second_factor' | 'passkey_login' | 'proof' | 'add_passkey'
  account_id: number | null
  session_id: string | null
  remember_me: boolean | null
  expires_at: Date
}
export type IdentityChallengeRow = Selectable<IdentityChallengeTable>
