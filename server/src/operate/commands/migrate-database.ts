import { sql } from 'kysely'
import { migrate, pendingMigrations } from '../../platform/database/migrate.ts'
import { MIGRATIONS } from '../../platform/database/read-migrations.ts'
import { PROCESS_NAMES } from '../../platform/database/roles.ts'
import type { Db } from '../../platform/database/tables.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { openAsOperator } from './open-as-operator.ts'

/**
 * The command `migrate`: makes or updates the tables. It changes those of an older version while no process runs, and makes a
 * verified backup before.
 */
export async function migrateDatabase(env: NodeJS.ProcessEnv, stop: AbortSignal, folder = MIGRATIONS): Promise<void> {
  await using operator = await openAsOperator(env, 'migrate')
  const { config, db } = operator
  if ((await pendingMigrations(config.databaseUrl, folder)).length > 0) {
    await refuseWhileRunning(db)
    if (config.backups.isOn) await backUpFirst(env, stop)
  }
  await migrate(config.databaseUrl, folder)
  process.stdout.write('The database has the shape of this version.\n')
}

/** Programs of the version before would go on with statements that the new tables may not take. */
async function refuseWhileRunning(db: Db) {
  const ours = PROCESS_NAMES.map((name) => `bidwell ${name}`)
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name = any(${ours}::text[]) order by name`.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new StartupError(`Nothing was changed, as ${names} still runs: stop all processes of Bidwell first`)
}

async function backUpFirst(env: NodeJS.ProcessEnv, stop: AbortSignal) {
  try {
    // Loads only when it is needed: the supervisor migrates at each start.
    await (await import('./back-up.ts')).backUp(env, { stop, isBeforeUpgrade: true })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(
      `Nothing was changed, as the backup before it failed: ${error.message}. BACKUPS=off goes on without one.`,
      { cause: error },
    )
  }
}
