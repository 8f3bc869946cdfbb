import { dirname } from 'node:path'
import type { Client } from 'pg'
import { startScratch } from '../../platform/database/embedded/start-scratch.ts'
import { applyMigrations } from '../../platform/database/migrate.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { checkBackupFile } from './check-backup-file.ts'
import { connectUntil } from './connect-until.ts'
import type { Digest } from './digest.ts'
import { knownMigrations } from './known-migrations.ts'
import { loadBackup } from './load-backup.ts'
import type { BackupSource } from './read-backup-file.ts'
import { COPY_SETTINGS, readTables } from './read-catalogue.ts'
import { copyTable } from './write-snapshot.ts'

/**
 * Reads a backup from the disk, loads it into a PostgreSQL of its own beside the file, and compares each table with the
 * manifest once more. Throws a StartupError that says why the backup could not be restored.
 */
export async function verifyBackup(source: BackupSource, stop: AbortSignal): Promise<void> {
  const manifest = await checkBackupFile(source)
  const migrations = await knownMigrations(manifest)
  await using scratch = await startScratch(dirname(source.path))
  await using connection = await connectUntil(stop, scratch.url)
  const { client } = connection
  await applyMigrations(client, migrations)
  await client.query('begin')
  await loadBackup(client, source, manifest)
  await client.query('commit')
  const found = await digestTables(client)
  for (const { name, rows, bytes, sha256 } of manifest.tables) {
    const restored = found.get(name)
    if (restored?.rows !== rows || restored.bytes !== bytes || restored.sha256 !== sha256) {
      throw new StartupError(`${source.path} does not restore: the table ${name} came back with other rows`)
    }
  }
}

/** The rows of every table as COPY writes them, counted and hashed; by table. Begins and ends a transaction. */
export async function digestTables(client: Client): Promise<Map<string, Digest>> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(COPY_SETTINGS)
  const digests = new Map<string, Digest>()
  for (const table of await readTables(client)) {
    digests.set(table.name, await copyTable(client, table, async () => {}))
  }
  await client.query('commit')
  return digests
}
