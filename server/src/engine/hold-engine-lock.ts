import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import { ENGINE_LOCKS } from './engine-queries.ts'

const PROBE_INTERVAL_MS = 1_000

/**
 * Holds the advisory lock on an engine's number, on a connection of its own, until disposed. Takes it again after a
 * lost connection. A free lock makes peers check whether the engine's process has ended.
 */
export function holdEngineLock(db: Db, clock: Clock, engineId: number): AsyncDisposable {
  async function hold(stopping: AbortSignal) {
    await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${ENGINE_LOCKS}::int, ${engineId}::int)`.execute(connection)
      while (!stopping.aborted) {
        await clock.sleepUntil(clock.monotonic() + PROBE_INTERVAL_MS, stopping).catch(() => {}) // cut short by stopping
        await sql`select 1`.execute(connection)
      }
      await sql`select pg_advisory_unlock(${ENGINE_LOCKS}::int, ${engineId}::int)`.execute(connection)
    })
  }

  // While the database is unreachable, the lease alone keeps peers away.
  return every(clock, PROBE_INTERVAL_MS, hold, { onError: () => {} })
}
