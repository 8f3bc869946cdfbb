import { SESSION } from '@bidwell/contract'
import type { SessionRow } from '../platform/database/tables.ts'

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
