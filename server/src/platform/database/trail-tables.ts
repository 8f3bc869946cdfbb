import type { LoginFailureType, MetricName, RecoveryMethod } from '@bidwell/contract'
import type { Generated } from 'kysely'

/** What users did, and what their browsers report. */
export type TrailTables = {
  product_events: ProductEventTable
  login_failure_trail: LoginFailureTrailTable
  performance_metrics: PerformanceMetricTable
}

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

type LoginFailureTrailTable = {
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

type PerformanceMetricTable = {
  id: Generated<number>
  metric: MetricName
  value: number
  page: string
  user_agent: string
  measured_at: Date
  at: Date
}
