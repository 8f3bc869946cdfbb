import type { Db } from '../platform/database/tables.ts'
import type { SecurityEvent } from './security-event.ts'

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
