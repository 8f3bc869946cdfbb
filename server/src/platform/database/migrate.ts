import { Logger, runMigrations } from 'graphile-worker'
import { Client, DatabaseError } from 'pg'
import { systemClock } from '../clock.ts'
import { StartupError } from '../startup-error.ts'
import { neverAborted } from '../with-timeout.ts'
import { grantPrivileges } from './grant-privileges.ts'
import { proveSession } from './prove-session.ts'
import { type Migration, MIGRATIONS, readMigrations } from './read-migrations.ts'
import { refuseOlder } from './refuse-older.ts'

/** An arbitrary number for the advisory lock. It must never change: two versions that migrate must exclude each other. */
export const MIGRATION_LOCK = 8_243_943_355

/**
 * The job queue would create its schema even where it exists, and the role that migrates may not. The table of its own
 * migrations, with its columns, tells the queue that the schema exists.
 */
const QUEUE_START = `do $$ begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    create table if not exists graphile_worker.migrations (
      id int primary key, ts timestamptz default now() not null, breaking boolean not null default false);
  end if;
end $$`

/** While a migration waits for the lock of a table, everything that comes after it waits too. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
const MOST_TRIES = 10
const NEXT_TRY_MS = 1_000

/**
 * The migrations of `folder` that the database of an earlier version lacks; none for a database without tables. Throws a
 * StartupError for one from before the baseline.
 */
export async function pendingMigrations(url: string, folder: URL = MIGRATIONS): Promise<Migration[]> {
  const client = new Client({ connectionString: url, application_name: 'bidwell migrate' })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      "select to_regclass('migrations') is not null as exists",
    )
    if (tables[0]?.exists !== true) return []
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    refuseOlder([...applied])
    return applied.size === 0 ? [] : (await readMigrations(folder)).filter(({ name }) => !applied.has(name))
  } finally {
    await client.end()
  }
}

/**
 * Applies the migrations that the database lacks, in the order of their names and in one transaction, installs the job queue's tables, and grants
 * the roles of the parts their privileges. Concurrent calls wait for each other. Throws a StartupError if the database has
 * migrations that `folder` lacks, or that differ from those in `folder`.
 */
export async function migrate(url: string, folder: URL = MIGRATIONS): Promise<void> {
  await proveSession({ url, applicationName: 'bidwell migrate' })
  const client = new Client({ connectionString: url, application_name: 'bidwell migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    await applyMigrations(client, await readMigrations(folder))
    await client.query('reset lock_timeout')
    await client.query(QUEUE_START)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
    await grantPrivileges(client)
  } finally {
    await client.end() // which also releases the lock
  }
}

/**
 * Applies those of the migrations that the database lacks: all of them, or none, so that the version before still starts when one
 * fails. Throws a StartupError if the database has others, or the same with another text.
 */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  refuseOlder([...applied.keys()])

  const unknown = new Set(applied.keys()).difference(new Set(migrations.map(({ name }) => name)))
  if (unknown.size > 0) {
    const names = [...unknown].toSorted().join(', ')
    throw new StartupError(
      `Another version of Bidwell made this database (it has ${names}): run that version, or start with an empty ` +
        'database (another DATABASE_URL or BIDWELL_DATA)',
    )
  }
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) {
    throw new StartupError(`${changed.name} has changed since it was applied to the database: add a new file instead`)
  }
  await applyInTurn(
    client,
    migrations.filter(({ name }) => !applied.has(name)),
  )
}

/** Applies migrations, again and again while a long statement of somebody else keeps one from the lock of a table. */
async function applyInTurn(client: Client, pending: readonly Migration[], triesLeft = MOST_TRIES): Promise<void> {
  try {
    await applyAll(client, pending)
  } catch (error) {
    const isLocked = error instanceof Error && isLockTimeout(error.cause)
    if (!isLocked) throw error
    if (triesLeft === 1) {
      throw new StartupError(
        `${error.message}: it could not lock a table within ${LOCK_TIMEOUT} in ${MOST_TRIES} tries. ` +
          'End the long statement or transaction that pg_stat_activity shows, and run it again',
        { cause: error },
      )
    }
    await systemClock.sleepUntil(systemClock.monotonic() + NEXT_TRY_MS, neverAborted)
    await applyInTurn(client, pending, triesLeft - 1)
  }
}

const isLockTimeout = (error: unknown) => error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE

async function applyAll(client: Client, pending: readonly Migration[]) {
  await client.query('begin')
  for (const { name, checksum, text } of pending) {
    try {
      await client.query(text)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${name} failed, and nothing was changed`, { cause: error })
    }
  }
  await client.query('commit')
}
