import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { revokeSession } from './session-queries.ts'

/** Ends the session. Its tokens are refused from now on. */
export async function logOut({ db, clock }: { db: Db; clock: Clock }, sessionId: string) {
  await db.transaction().execute((tx) => revokeSession(tx, sessionId, 'logged_out', clock.now()))
}
