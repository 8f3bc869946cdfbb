import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { ENGINE_LOCKS } from './engine-queries.ts'

const PROBE_EVERY_MS = 1_000

/**
 * Holds the lock on an engine's number for as long as its session lives, on a connection of its own, and takes it again
 * when the connection was lost. That it is free tells others to look whether the process is gone.
 */
export function holdEngineLock(db: Db, clock: Clock, engineId: number): AsyncDisposable {
  const stopping = new AbortController()
  const pause = () => clock.sleepUntil(clock.monotonic() + PROBE_EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping

  async function hold() {
    await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${ENGINE_LOCKS}::int, ${engineId}::int)`.execute(connection)
      while (!stopping.signal.aborted) {
        await pause()
        await sql`select 1`.execute(connection)
      }
      await sql`select pg_advisory_unlock(${ENGINE_LOCKS}::int, ${engineId}::int)`.execute(connection)
    })
  }

  async function keepHolding() {
    while (!stopping.signal.aborted) {
      await hold().catch(() => {}) // the database is away: the lease speaks for us meanwhile
      await pause()
    }
  }

  const holding = keepHolding()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await holding
    },
  }
}
