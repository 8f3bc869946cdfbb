import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Caller } from '../platform/route.ts'
import { revokeSessions } from './revoke-sessions.ts'

/** Signs the caller's account out everywhere, or everywhere else. Returns how many sessions ended. */
export async function endSessions(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, sessionId }: Caller,
  exceptThis: boolean,
): Promise<number> {
  const options = {
    because: 'signed_out_elsewhere',
    now: clock.now(),
    ...(exceptThis && { except: sessionId }),
  } as const
  return db.transaction().execute((tx) => revokeSessions(tx, accountId, options))
}
