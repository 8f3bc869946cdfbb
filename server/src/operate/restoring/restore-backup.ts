import { sql } from 'kysely'
import { Client, DatabaseError } from 'pg'
import { holdRestored } from '../../bidding/waiting/hold-restored.ts'
import { checkVaultKeys } from '../../connections/vault/check-vault-keys.ts'
import type { Clock } from '../../platform/clock.ts'
import { migrate, MIGRATION_LOCK } from '../../platform/database/migrate.ts'
import { columnTypes } from '../../platform/database/open-database.ts'
import { type Migration, readMigrations } from '../../platform/database/read-migrations.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { transactionOf } from '../../platform/database/transaction-of.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { isFromBeforeBaseline } from '../backups/known-migrations.ts'
import { loadBackup } from '../backups/load-backup.ts'
import type { Manifest } from '../backups/manifest.ts'
import { type BackupToCheck, checkBackup, describeRows } from './check-backup.ts'
import { checkTarget } from './check-target.ts'
import { leaveOldPlace } from './leave-old-place.ts'
import { loadOlderBackup } from './load-older-backup.ts'
import { recordJournals } from './record-journals.ts'
import { requestDeletions } from './request-deletions.ts'
import { voidGrants } from './void-grants.ts'

export type RestoreOptions = BackupToCheck & {
  /** Of the database, as the owner of its tables. */
  url: string
  /** Of accounts that were deleted after the backup, as `deletionMarkOf` writes them. */
  deleted: readonly string[]
  clock: Clock
  /** Aborts when the operator asks for the end: nothing is restored, unless all of it is by then. */
  stop: AbortSignal
}

export type Restored = {
  manifest: Manifest
  accounts: number
  /** Bids that are not sent unless their owners keep them. */
  asked: number
  /** Entries of journals that the database refuses. */
  refusedEntries: number
}

/**
 * Puts a backup into an empty database: all of it, or nothing. The file, its release, its keys and the database are checked before
 * anything is written. The rows are loaded into the tables of the backup's own migrations, and the later ones then bring them to
 * the shape of this version. Everything stands in one transaction, so that no program sees a bid that it might send. Throws a
 * StartupError that says what is wrong and what to do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { url, tell, stop } = options
  const { manifest, migrations } = await checkBackup(options)
  const client = new Client({ connectionString: url, application_name: 'bidwell restore', types: columnTypes })
  client.on('error', () => {}) // the statement in progress fails, too
  await client.connect()
  // The statement in progress fails, and the transaction ends.
  const giveUp = () => void client.end()
  stop.addEventListener('abort', giveUp)
  let restored: Restored
  try {
    stop.throwIfAborted()
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await checkTarget(client)
    await client.query('begin')
    restored = await replaceAll(client, manifest, migrations, options)
    stop.throwIfAborted()
    // Nobody could say what became of a commit that is broken off.
    stop.removeEventListener('abort', giveUp)
    await client.query('commit')
  } catch (error) {
    if (stop.aborted) throw new StartupError('It was stopped, and nothing was restored', { cause: error })
    throw isDiskFull(error) ? diskFull(error) : error
  } finally {
    stop.removeEventListener('abort', giveUp)
    await client.end().catch(() => {}) // which also releases the lock
  }
  tell('Granting the roles their rights')
  await migrate(url)
  return restored
}

const isDiskFull = (error: unknown) => error instanceof DatabaseError && error.code === '53100'

const diskFull = (cause: unknown) =>
  new StartupError('The disk of the database is full, and nothing was restored: make room there, and run it again', {
    cause,
  })

/** In the transaction that the client has begun. */
async function replaceAll(
  client: Client,
  manifest: Manifest,
  migrations: readonly Migration[],
  { source, keys, deleted, clock, tell }: RestoreOptions,
): Promise<Restored> {
  tell(`Loading ${describeRows(manifest)}`)
  await client.query(DROP_ALL)
  await client.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const { text } of migrations) await client.query(text)
  const journals = isFromBeforeBaseline(manifest)
    ? await loadOlderBackup(client, source, { manifest, baseline: migrations })
    : await loadBackup(client, source, manifest)
  const later = (await readMigrations()).filter(({ name }) => !migrations.some((known) => known.name === name))
  if (later.length > 0) tell(`Applying ${later.length} later migrations`)
  for (const { name, checksum, text } of later) {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  const tx = transactionOf(client)
  // The keys have the right names: whether they are those of the backup, its rows tell.
  await checkVaultKeys({ db: tx, clock }, keys.vault)
  const refusedEntries = await recordJournals(tx, journals)
  await leaveOldPlace(tx)
  await voidGrants(tx)
  await requestDeletions(tx, deleted)
  const asked = await holdRestored(tx, { takenAt: Date.parse(manifest.takenAt), at: clock.now() })
  return { manifest, accounts: await countAccounts(tx), asked, refusedEntries }
}

async function countAccounts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`select count(*)::int as accounts from accounts`.execute(tx)
  return rows[0]?.accounts ?? 0
}

/** Empties the schema, short of what an extension has put there. The job queue has a schema of its own. */
const DROP_ALL = `do $$ declare statement text; begin
  for statement in
    select format('drop table public.%I cascade', relname) from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
  loop execute statement; end loop;
  for statement in
    select format('drop sequence if exists public.%I cascade', relname) from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S'
  loop execute statement; end loop;
  for statement in
    select format('drop routine if exists public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
      from pg_proc
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
  loop execute statement; end loop;
end $$`
