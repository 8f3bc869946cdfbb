import { sql } from 'kysely'
import { batch } from '../platform/batch.ts'
import type { Db, SessionRow } from '../platform/database/tables.ts'

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
