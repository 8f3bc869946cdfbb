import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { isLive, recordUse } from './session-queries.ts'
import type { ReadSession } from './session-reader.ts'
import type { Tokens } from './tokens.ts'

/** The use of a session is recorded once a minute. */
const USE_INTERVAL_MS = 60_000

export type SessionDeps = { db: Db; clock: Clock; tokens: Tokens; readSession: ReadSession }

/**
 * Returns the caller of a bearer token. Throws `token_expired` when the token needs a refresh, `session_revoked` when its
 * session is over, and `not_signed_in` when Bidwell did not issue the token.
 */
export async function checkSession({ db, clock, tokens, readSession }: SessionDeps, token: string) {
  const read = await tokens.read(token)
  if (!read) throw new AppError('not_signed_in', messages.session.expired)

  const now = clock.now()
  const session = await readSession(read.claims.sid)
  if (!session || !isLive(session, now)) throw new AppError('session_revoked', messages.session.expired)
  if (read.expired) throw new AppError('token_expired', messages.session.expired)
  if (now - session.last_used_at.getTime() >= USE_INTERVAL_MS) await recordUse(db, session, now)
  return { accountId: session.account_id, sessionId: session.id, provenAt: session.proven_at.getTime() }
}
