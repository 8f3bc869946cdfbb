import type { LoginFailureType, RecoveryMethod } from '@bidwell/contract'
import type { Generated } from 'kysely'

export type ProductEventTable = {
  id: Generated<number>
  kind:
    | 'user_registered'
    | 'user_login'
    | 'user_logout'
    | 'trial_started'
    | 'subscription_created'
    | 'trial_expired'
    | 'auction_added'
    | 'bid_scheduled'
  account_id: number | null
  at: Date
}

export type LoginFailureTrailTable = {
  id: Generated<number>
  step: 'failed' | 'recovery' | 'abandoned' | 'resolved'
  session_id: string
  email_hash: Buffer | null
  error_type: LoginFailureType | null
  attempt_count: number | null
  user_agent: string | null
  recovery_method: RecoveryMethod | null
  at: Date
}
