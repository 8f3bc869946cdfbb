import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { Caller } from '../platform/route.ts'
import { liveSessionsOf, revokeSession } from './session-queries.ts'

/** Signs out one session of the caller's account. Throws 404 when the account has no such live session. */
export async function endSession({ db, clock }: { db: Db; clock: Clock }, caller: Caller, sessionId: string) {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const own = await liveSessionsOf(tx, caller.accountId, now)
    if (!own.some(({ id }) => id === sessionId)) throw new AppError('not_found', messages.session.alreadyEnded)
    await revokeSession(tx, sessionId, 'signed_out_elsewhere', now)
  })
}
