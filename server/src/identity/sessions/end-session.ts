import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { describeDevice } from '../../trails/security-log/describe-device.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { liveSessionsOf, revokeSession, revokeSessions } from './session-queries.ts'

type EndSessionsOptions = {
  /** Whether the caller's own session stays. */
  exceptThis: boolean
  visitor: Visitor
}

/** Signs out one session of the caller's account. Throws 404 when the account has no such live session. */
export async function endSession({ db, clock }: Ctx, { accountId }: Caller, sessionId: string, visitor: Visitor) {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const session = (await liveSessionsOf(tx, accountId, now)).find(({ id }) => id === sessionId)
    if (!session) throw new AppError('not_found', messages.endingSession.alreadyEnded)
    await revokeSession(tx, sessionId, 'signed_out_elsewhere', now)
    const details = { device: describeDevice(session.user_agent) }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'session_revoked', outcome: 'ok', details })
  })
}

/** Ends the session of the caller. Its tokens are refused from now on. */
export async function logOut({ db, clock }: Ctx, { accountId, sessionId }: Caller, visitor: Visitor) {
  await db.transaction().execute(async (tx) => {
    await revokeSession(tx, sessionId, 'logged_out', clock.now())
    await recordProductEvent(tx, 'user_logout', accountId, clock.now())
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'signed_out', outcome: 'ok' })
  })
}

/** Signs the caller's account out everywhere, or everywhere else. Returns how many sessions ended. */
export async function endSessions(
  { db, clock }: Ctx,
  { accountId, sessionId }: Caller,
  { exceptThis, visitor }: EndSessionsOptions,
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
