import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

/** Jobs that stand still for weeks are noticed before a month begins that has no table. */
const AHEAD_MS = 62 * 24 * 3_600_000

/**
 * Makes the tables of the security log that are missing for this month and the next two. Returns their names. Rejects when
 * somebody reads the log for long, such as a backup: a later call makes them.
 */
export async function makeMonths({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select make_security_months(${new Date(clock.now() + AHEAD_MS)}) as name`.execute(db)
  return rows.map(({ name }) => name)
}

/** For a statement: whether the database has a table of the security log for the next month, by its own clock. */
export const hasNextMonth = sql<boolean>`(
  select exists (select from security_months() m where m.since <= next and m.until > next)
    from (select date_trunc('month', clock_timestamp(), 'UTC') + interval '1 month' as next) as months)`
