import { SESSION } from '@bidwell/contract'
import type { AccountRow, SessionRow } from '../platform/database/tables.ts'
import type { Tokens } from './tokens.ts'

/** Returns the session's present token. The same rows always give the same token. */
export function signSessionToken(tokens: Tokens, account: AccountRow, session: SessionRow): Promise<string> {
  const issuedAt = (session.rotated_at ?? session.created_at).getTime()
  const expiresAt = Math.min(issuedAt + SESSION.tokenMs, session.expires_at.getTime())
  const claims = {
    sub: String(account.id),
    email: account.email,
    auth_provider: account.auth_provider,
    email_verified: account.email_verified_at !== null,
    sid: session.id,
    jti: session.jti,
    exp: Math.floor(expiresAt / 1_000),
    session_exp: Math.floor(session.expires_at.getTime() / 1_000),
    remember_me: session.remember_me,
  }
  return tokens.sign(claims, issuedAt)
}
