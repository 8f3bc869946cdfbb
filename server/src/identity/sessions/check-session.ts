import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { batch } from '../../platform/batch.ts'
import type { Db, SessionRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { isLive, recordUse } from './session-queries.ts'

/** The use of a session is recorded once a minute. */
const USE_INTERVAL_MS = 60_000

/**
 * Returns the caller of a bearer token. Throws `token_expired` when the token needs a refresh, `session_revoked` when its
 * session is over, and `not_signed_in` when Bidwell did not issue the token.
 */
export async function checkSession({ db, clock, tokens, readSession }: IdentityCtx, token: string) {
  const read = await tokens.read(token)
  if (!read) throw new AppError('not_signed_in', messages.session.expired)

  const now = clock.now()
  const session = await readSession(read.claims.sid)
  if (!session || !isLive(session, now)) throw new AppError('session_revoked', messages.session.expired)
  if (read.expired) throw new AppError('token_expired', messages.session.expired)
  if (now - session.last_used_at.getTime() >= USE_INTERVAL_MS) await recordUse(db, session, now)
  return { accountId: session.account_id, sessionId: session.id, provenAt: session.proven_at.getTime() }
}

/** Reads a session's row, live or not; null when there never was one. */
export type ReadSession = (sessionId: string) => Promise<SessionRow | null>

/**
 * Reads the sessions of calls that arrive together with one query. Each call's session is read after the call has arrived,
 * so that a session which has ended is refused at once.
 */
export function createSessionReader(db: Db): ReadSession {
  return batch((sessionIds: readonly string[]) => {
    const rows = sql<SessionRow>`select * from sessions where id = any(${[...new Set(sessionIds)]}::uuid[])`.execute(db)
    const found = rows.then((answer) => new Map(answer.rows.map((row) => [row.id, row])))
    return sessionIds.map(async (id) => (await found).get(id) ?? null)
  })
}
