/** What an event of the security log is about. */
export type SecurityEventKind =
  | 'registered'
  | 'signed_in'
  | 'account_locked'
  | 'logins_limited'
  | 'proved_identity'
  | 'signed_out'
  | 'session_revoked'
  | 'token_reused'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'verification_requested'
  | 'email_verified'
  | 'email_change_requested'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_linked'
  | 'google_unlinked'
  | 'site_login_stored'
  | 'site_login_removed'
  | 'day_limit_changed'
  | 'data_exported'
  | 'deletion_requested'
  | 'deletion_cancelled'
  | 'account_deleted'

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
