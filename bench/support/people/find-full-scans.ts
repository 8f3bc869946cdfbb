import { sql } from 'kysely'
import type { Db } from '../../../server/src/platform/database/tables.ts'

export type Scan = { table: string; times: number; rows: number }

/** Tables with fewer rows are read as a whole on purpose. */
const LARGE = 5_000

const readScans = async (db: Db) =>
  (
    await sql<Scan>`
      select relname as table, seq_scan::int as times, seq_tup_read::float8 as rows
        from pg_stat_user_tables where n_live_tup >= ${LARGE}`.execute(db)
  ).rows

/** Begins to count how often large tables are read as a whole. The function returned says so, for those that were. */
export async function countFullScans(db: Db): Promise<() => Promise<Scan[]>> {
  const before = new Map((await readScans(db)).map((scan) => [scan.table, scan]))
  return async () =>
    (await readScans(db)).flatMap(({ table, times, rows }) => {
      const earlier = before.get(table)
      if (earlier === undefined || times === earlier.times) return []
      return { table, times: times - earlier.times, rows: rows - earlier.rows }
    })
}
