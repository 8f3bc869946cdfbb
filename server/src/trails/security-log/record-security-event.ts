import type { SecurityEventKind } from '@bidwell/contract'
import type { Db } from '../../platform/database/tables.ts'

/** An event of the security log. It contains no secret, and no text that
 * the caller typed except an operator's reason and the name of a token. */
type SecurityEvent = {
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

/**
 * Adds an event to the security log, with the database's time. In a transaction, the event is kept only if the transaction
 * commits: record a failure outside of the transaction that it rolls back.
 */
export async function recordSecurityEvent(db: Db, event: SecurityEvent): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      account_id: event.accountId,
      actor: event.actor ?? null,
      kind: event.kind,
      outcome: event.outcome,
      ip_address: event.ipAddress,
      user_agent: event.userAgent?.slice(0, 500) ?? null,
      request_id: event.requestId,
      detail: JSON.stringify(event.details ?? {}),
    })
    .execute()
}
