import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { type Migration, readMigrations } from '../platform/database/read-migrations.ts'
import type { Db } from '../platform/database/tables.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'

const ANSWERS_WITHIN_MS = 1_000
/** The role may not read the migrations, or there are none. */
const NOT_MIGRATED: readonly (string | undefined)[] = ['42501', '42P01']

export type Readiness = {
  /** Why this process should get no calls, in a word; null when it can serve. */
  check(): Promise<'database' | 'migrations' | null>
}

/** Whether a balancer should send calls to this process. */
export async function openReadiness(deps: { db: Db; clock: Clock }): Promise<Readiness> {
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }))
  return { check: () => checkDatabase(deps, migrations) }
}

/**
 * Why this process cannot work with the database; null when it can. `database`: no answer within a second. `migrations`:
 * one of `migrations` is not applied.
 */
async function checkDatabase(
  { db, clock }: { db: Db; clock: Clock },
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
): Promise<'database' | 'migrations' | null> {
  try {
    const { rows } = await withTimeout(clock, ANSWERS_WITHIN_MS, neverAborted, () =>
      sql<{ name: string; checksum: string }>`select name, checksum from migrations`.execute(db),
    )
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    return migrations.every(({ name, checksum }) => applied.get(name) === checksum) ? null : 'migrations'
  } catch (error) {
    return error instanceof DatabaseError && NOT_MIGRATED.includes(error.code) ? 'migrations' : 'database'
  }
}
