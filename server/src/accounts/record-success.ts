import type { Db } from '../platform/database/tables.ts'
import type { Visitor } from '../platform/route.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import type { SecurityEventKind } from '../security-log/security-event.ts'

/** Adds to the security log what a visitor did with an account. */
export const recordSuccess = (
  db: Db,
  kind: SecurityEventKind,
  accountId: number,
  { ipAddress, userAgent, requestId }: Visitor,
) => recordSecurityEvent(db, { kind, accountId, outcome: 'ok', ipAddress, userAgent, requestId })
