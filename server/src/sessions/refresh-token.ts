import { randomUUID } from 'node:crypto'
import { messages, SESSION } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db, SessionRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { accountOf, isLive, lockSession, revokeSession } from './session-queries.ts'
import { signSessionToken } from './sign-session-token.ts'
import type { Tokens } from './tokens.ts'

/**
 * Exchanges a token, expired or not, for the session's next one. A token is exchanged once; for ten seconds after that,
 * other tabs get the same next token. A later exchange means that the token was copied: the session ends.
 */
export async function refreshToken({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }, token: string) {
  const read = await tokens.read(token)
  if (!read) throw new AppError('not_signed_in', messages.session.loginExpired)

  const next = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const session = await lockSession(tx, read.claims.sid)
    if (!session || !isLive(session, now)) return null

    if (session.jti === read.claims.jti) return rotate(tx, session, now)
    if (wasJustRotated(session, read.claims.jti, now)) return session
    // An error thrown here would roll the revocation back; the caller is refused after the commit.
    await revokeSession(tx, session.id, 'token_reused', now)
    return null
  })
  if (!next) throw new AppError('session_revoked', messages.session.loginExpired)
  return { token: await signSessionToken(tokens, await accountOf(db, next), next) }
}

function rotate(tx: Tx, session: SessionRow, now: number) {
  return tx
    .updateTable('sessions')
    .set({ jti: randomUUID(), previous_jti: session.jti, rotated_at: new Date(now), last_used_at: new Date(now) })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function wasJustRotated(session: SessionRow, jti: string, now: number): boolean {
  return (
    session.previous_jti === jti &&
    session.rotated_at !== null &&
    now - session.rotated_at.getTime() <= SESSION.refreshGraceMs
  )
}
