import { randomUUID } from 'node:crypto'
import { type api, type Body, messages, SESSION } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { SessionRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'
import { isAppointedAdmin } from '../accounts/is-admin.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { signSessionToken } from './open-session.ts'
import {
  changeSession,
  endAfterExtension,
  endAfterUse,
  endsOfAdminSession,
  isLive,
  lockSession,
  revokeSession,
} from './session-queries.ts'

/**
 * Exchanges a token, expired or not, for the session's next one. A token is exchanged once; for ten seconds after that,
 * other tabs get the same next token. A later exchange means that the token was copied: the session ends for everybody
 * who holds one of its tokens, and the owner is told. With `extend`, the session lives on as if it had begun now, up to
 * its longest life. The administrator's session has a shorter one, and ends after twenty minutes without use.
 */
export async function refreshToken(
  { db, clock, tokens, adminEmails }: IdentityCtx,
  { token, extend = false }: Body<typeof api.refreshToken>,
  visitor: Visitor,
) {
  const read = await tokens.read(token)
  if (!read) throw new AppError('not_signed_in', messages.endingSession.loginExpired)

  const { sid, jti } = read.claims
  const next = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const session = await findLive(tx, sid, { adminEmails, now })
    if (!session) return null

    const extended = extend && { expires_at: endAfterExtension(session, now) }
    if (session.jti === jti) {
      const used = {
        last_used_at: new Date(now),
        last_ip_address: visitor.ipAddress,
        expires_at: endAfterUse(session, now),
      }
      const { absolute_expires_at } = session
      const rotated = { jti: randomUUID(), previous_jti: jti, rotated_at: new Date(now), absolute_expires_at }
      return changeSession(tx, sid, { ...rotated, ...used, ...extended })
    }
    if (wasJustRotated(session, jti, now)) return extended ? changeSession(tx, sid, extended) : session
    // An error thrown here would roll the revocation back; the caller is refused after the commit.
    await endCopiedSession(tx, session, visitor, now)
    return null
  })
  if (!next) throw new AppError('session_revoked', messages.endingSession.loginExpired)
  return { token: await signSessionToken(tokens, await accountById(db, next.account_id), next) }
}

/** Locks a session that is live, with the ends that it has if it is the administrator's; otherwise null. */
async function findLive(
  tx: Tx,
  sessionId: string,
  { adminEmails, now }: Pick<IdentityCtx, 'adminEmails'> & { now: number },
): Promise<SessionRow | null> {
  const session = await lockSession(tx, sessionId)
  if (!session || !isLive(session, now)) return null
  if (!(await isAppointedAdmin({ db: tx, adminEmails }, session.account_id))) return session
  if (now - session.last_used_at.getTime() >= SESSION.adminIdleMs) {
    await revokeSession(tx, sessionId, 'administrator_idle', now)
    return null
  }
  const limited = { ...session, ...endsOfAdminSession(session) }
  return isLive(limited, now) ? limited : null
}

/** Ends a session of which somebody has a copy, and tells the owner. */
async function endCopiedSession(tx: Tx, session: SessionRow, visitor: Visitor, now: number) {
  await revokeSession(tx, session.id, 'token_reused', now)
  const { id: accountId, email: to } = await accountById(tx, session.account_id)
  await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'token_reused', outcome: 'refused' })
  await tellOwner(tx, { kind: 'session_copied', to, accountId, values: { ipAddress: visitor.ipAddress } }, now)
}

function wasJustRotated(session: SessionRow, jti: string, now: number): boolean {
  return (
    session.previous_jti === jti &&
    session.rotated_at !== null &&
    // Not within an hour's grace after the clock was set back by an hour.
    Math.abs(now - session.rotated_at.getTime()) <= SESSION.refreshGraceMs
  )
}
