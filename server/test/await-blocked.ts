import { sql } from 'kysely'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { pollUntil } from '../src/platform/poll-until.ts'

/** Returns once so many connections to the test's database wait for a lock, with the numbers of their processes. */
export async function awaitBlocked(db: Db, count: number): Promise<number[]> {
  const blocked = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count ? rows.map(({ pid }) => pid) : null
  }
  const pids = await pollUntil(systemClock, blocked, { everyMs: 5, forMs: 180_000 })
  if (!pids) throw new Error(`Fewer than ${count} connections wait for a lock`)
  return pids
}
