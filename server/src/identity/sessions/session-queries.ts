import { SESSION } from '@bidwell/contract'
import type { Updateable } from 'kysely'
import { announceChange, announceChanges } from '../../platform/changes/announce-change.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db, SessionRow, Tx } from '../../platform/database/tables.ts'

export type RevocationReason =
  | 'logged_out'
  | 'signed_out_elsewhere'
  | 'token_reused'
  | 'administrator_idle'
  | 'password_changed'
  | 'second_factor_added'
  | 'email_changed'
  | 'account_linked'
  | 'account_deleted'
  | 'too_many'
  | 'suspended_by_operator'

/** The session, live or not; null when there never was one. */
export async function sessionById(db: Db, sessionId: string) {
  return (await db.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends: two tabs that refresh at once do so one after the other. */
export async function lockSession(tx: Tx, sessionId: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('id', '=', sessionId).forUpdate().executeTakeFirst()
  return row ?? null
}

export const isLive = (session: Pick<SessionRow, 'revoked_at' | 'expires_at'>, now: number): boolean =>
  session.revoked_at === null && session.expires_at.getTime() > now

/** Records that a session is used now. Does not revive one that was revoked meanwhile. */
export async function recordUse(db: Db, session: SessionRow, now: number) {
  await db
    .updateTable('sessions')
    .set({ last_used_at: new Date(now), expires_at: endAfterUse(session, now) })
    .where('id', '=', session.id)
    .where('last_used_at', '=', session.last_used_at)
    .execute()
}

export function changeSession(tx: Tx, sessionId: string, change: Updateable<Tables['sessions']>) {
  return tx.updateTable('sessions').set(change).where('id', '=', sessionId).returningAll().executeTakeFirstOrThrow()
}

/** The live sessions of an account, last used first. */
export async function liveSessionsOf(db: Db, accountId: number, now: number) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

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

type Revocation = {
  because: RevocationReason
  /** Epoch ms. */
  now: number
  /** The session that stays. */
  except?: string | null
}

/** Ends the sessions of an account as `revokeSession` does. Returns how many ended. */
export async function revokeSessions(tx: Tx, accountId: number, { because, now, except = null }: Revocation) {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date(now), revoked_reason: because })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute()
  await announceChanges(
    tx,
    ended.map(({ id }) => ({ what: 'session', sessionId: id })),
  )
  return ended.length
}

/** When a session that begins now ends, epoch ms: extensions move `expires`, up to `absolute`. */
export const endsOfNewSession = (remember: boolean, now: number) => ({
  expires: now + lifeMs(remember),
  absolute: now + SESSION.maxSessionMs,
})

type Session = Pick<SessionRow, 'remember_me' | 'expires_at' | 'absolute_expires_at'>

/** When a session ends that is used now: a remembered one thirty days after the sign-in, any other on its first day. */
export const endAfterUse = (session: Session, now: number): Date =>
  session.remember_me ? endAfterExtension(session, now) : session.expires_at

/** When a session ends that the user extends now. */
export const endAfterExtension = (session: Session, now: number): Date =>
  new Date(Math.min(now + lifeMs(session.remember_me), session.absolute_expires_at.getTime()))

/** The ends of a session of the administrator. Its idle time is checked when its token is exchanged, every 15 minutes. */
export function endsOfAdminSession(session: Session & Pick<SessionRow, 'created_at'>) {
  const longest = session.created_at.getTime() + SESSION.maxAdminSessionMs
  const absolute = new Date(Math.min(longest, session.absolute_expires_at.getTime()))
  return { absolute_expires_at: absolute, expires_at: absolute < session.expires_at ? absolute : session.expires_at }
}

const lifeMs = (remember: boolean) => (remember ? SESSION.maxSessionMs : SESSION.sessionMs)
