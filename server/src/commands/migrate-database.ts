import { sql } from 'kysely'
import { siteNow } from '../marketplace/site-time.ts'
import { migrate, pendingMigrations } from '../platform/database/migrate.ts'
import type { Db } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkReleases } from './check-releases.ts'
import { openAsOperator } from './open-as-operator.ts'

const QUIET_MS = 60_000
const LOOK_EVERY_MS = 1_000
const WAIT_AT_MOST_MS = 15 * 60_000

type Options = {
  /** Waits for no minute without bids: nothing that sends them runs. */
  now?: boolean
}

/**
 * The command `migrate`: makes or updates the tables. Before it changes those of an older version, it makes a verified backup,
 * and waits for a minute in which no bid is due, because a migration locks tables. It refuses while processes run that are older
 * than a migration allows.
 */
export async function migrateDatabase(
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
  { now = false }: Options = {},
): Promise<void> {
  await using operator = await openAsOperator(env, 'migrate')
  const { config, db, clock } = operator
  const pending = await pendingMigrations(config.databaseUrl)
  if (pending.length > 0) {
    await checkReleases(db, pending, (line) => void process.stdout.write(`${line}\n`))
    if (config.backups.isOn && (await keepsBackups(db))) await backUpFirst(env, stop)
    if (!now) {
      const isQuiet = async () => ((await isBidDue(db, config.site.id, clock)) ? null : true)
      const pace = { everyMs: LOOK_EVERY_MS, forMs: WAIT_AT_MOST_MS, signal: stop }
      if ((await pollUntil(clock, isQuiet, pace)) === null) {
        throw new StartupError(
          'For a quarter of an hour, a bid was due within each next minute, and nothing was changed: run it at a calmer time, or with --now',
        )
      }
    }
  }
  await migrate(config.databaseUrl)
  process.stdout.write('The database has the shape of this version.\n')
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

/** A database from before backups has no table for them. */
async function keepsBackups(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('backups') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

/** Whether a bid is to be sent within the next minute, or is being sent. */
async function isBidDue(db: Db, siteId: string, clock: Parameters<typeof siteNow>[2]): Promise<boolean> {
  const at = await siteNow(db, siteId, clock)
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from bids
                    where status = 'pending' and fire_at < ${new Date(at + QUIET_MS)}
                      and (fire_at > ${new Date(at - QUIET_MS)} or engine_id is not null)) as "isDue"`.execute(db)
  return rows[0]?.isDue === true
}
