import { randomUUID } from 'node:crypto'
import { messages, SESSION } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db, SessionRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { accountById } from './account-queries.ts'
import { isLive, lockSession, revokeSession } from './session-queries.ts'
import { tokenOf } from './token-of.ts'
import type { Tokens } from './tokens.ts'

/**
 * Exchanges a token, expired or not, for the session's next one. Each token is spent once; for ten seconds its spender's
 * other tabs get the same successor. A token spent earlier than that has been copied: the session ends.
 */
export async function refreshToken({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }, token: string) {
  const read = await tokens.read(token)
  if (!read) throw new AppError('not_signed_in', messages.session.loginExpired)

  const next = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const session = await lockSession(tx, read.claims.sid)
    if (!session || !isLive(session, now)) return null

    if (session.jti === read.claims.jti) return spend(tx, session, now)
    if (wasJustSpent(session, read.claims.jti, now)) return session
    // The revocation has to outlive this transaction, so the refusal waits until it has committed.
    await revokeSession(tx, session.id, 'token_reused', now)
    return null
  })
  if (!next) throw new AppError('session_revoked', messages.session.loginExpired)
  return { token: await tokenOf(tokens, await accountById(db, next.account_id), next) }
}

function spend(tx: Tx, session: SessionRow, now: number) {
  return tx
    .updateTable('sessions')
    .set({ jti: randomUUID(), previous_jti: session.jti, rotated_at: new Date(now), last_used_at: new Date(now) })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function wasJustSpent(session: SessionRow, jti: string, now: number): boolean {
  return (
    session.previous_jti === jti &&
    session.rotated_at !== null &&
    now - session.rotated_at.getTime() <= SESSION.refreshGraceMs
  )
}
