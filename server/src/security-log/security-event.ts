import type { SecurityEventKind } from '@bidwell/contract'

/** An event of the security log. It contains no secret, and no text that the caller typed except an operator's reason. */
export type SecurityEvent = {
  /** Null when no account is concerned. */
  accountId: number | null
  /** The keyed hash of the e-mail that was typed, where the account is not known (`createEmailHasher`). */
  actor?: Buffer | null
  kind: SecurityEventKind
  /** `failed`: the proof was wrong. `refused`: a rule or a limit forbade it. */
  outcome: 'ok' | 'failed' | 'refused'
  /** Null for what no request has caused. */
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
  details?: Record<string, string | number | boolean | null>
}
