import type { Clock } from '../platform/clock.ts'
import { checkDatabase } from '../platform/database/check-database.ts'
import { readMigrations } from '../platform/database/read-migrations.ts'
import type { Db } from '../platform/database/tables.ts'

export type Readiness = {
  /** Why this process should get no calls, in a word; null when it can serve. */
  check(): Promise<'draining' | 'database' | 'migrations' | null>
  /** From now on, balancers should send calls to other processes. */
  drain(): void
}

/** Whether a balancer should send calls to this process. */
export async function openReadiness(deps: { db: Db; clock: Clock }): Promise<Readiness> {
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }))
  let isDraining = false
  return {
    check: async () => (isDraining ? 'draining' : checkDatabase(deps, migrations)),
    drain() {
      isDraining = true
    },
  }
}
