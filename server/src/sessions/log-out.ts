import type { Caller, Visitor } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { revokeSession } from './session-queries.ts'

/** Ends the session. Its tokens are refused from now on. */
export async function logOut(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, sessionId }: Caller,
  visitor: Visitor,
) {
  await db.transaction().execute(async (tx) => {
    await revokeSession(tx, sessionId, 'logged_out', clock.now())
    await recordProductEvent(tx, 'user_logout', accountId, clock.now())
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'signed_out', outcome: 'ok' })
  })
}
