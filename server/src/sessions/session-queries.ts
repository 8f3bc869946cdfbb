import { announceChange } from '../changes/announce-change.ts'
import type { Db, SessionRow, Tx } from '../platform/database/tables.ts'

export type RevocationReason =
  | 'logged_out'
  | 'signed_out_elsewhere'
  | 'token_reused'
  | 'password_changed'
  | 'email_changed'
  | 'account_linked'
  | 'account_deleted'

/** The session, live or not; null when there never was one. */
export async function sessionById(db: Db, sessionId: string) {
  return (await db.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()) ?? null
}

/** The account that signed in. */
export async function accountOf(db: Db, session: Pick<SessionRow, 'account_id'>) {
  return db.selectFrom('accounts').selectAll().where('id', '=', session.account_id).executeTakeFirstOrThrow()
}

/** Locks the row until the transaction ends: two tabs that refresh at once do so one after the other. */
export async function lockSession(tx: Tx, sessionId: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirst()
  return row ?? null
}

export const isLive = (session: Pick<SessionRow, 'revoked_at' | 'expires_at'>, now: number): boolean =>
  session.revoked_at === null && session.expires_at.getTime() > now

/** Ends a session for good, and announces it to every process that may have an event stream open for it. */
export async function revokeSession(tx: Tx, sessionId: string, because: RevocationReason, now: number) {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date(now), revoked_reason: because })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  await announceChange(tx, { what: 'session', sessionId })
}
