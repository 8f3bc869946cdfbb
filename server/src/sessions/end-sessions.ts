import type { Caller, Visitor } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { revokeSessions } from './revoke-sessions.ts'

type Options = {
  /** Whether the caller's own session stays. */
  exceptThis: boolean
  visitor: Visitor
}

/** Signs the caller's account out everywhere, or everywhere else. Returns how many sessions ended. */
export async function endSessions(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, sessionId }: Caller,
  { exceptThis, visitor }: Options,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ended = await revokeSessions(tx, accountId, {
      because: 'signed_out_elsewhere',
      now: clock.now(),
      ...(exceptThis && { except: sessionId }),
    })
    const details = { sessions: ended }
    if (ended > 0) {
      await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'session_revoked', outcome: 'ok', details })
    }
    return ended
  })
}
