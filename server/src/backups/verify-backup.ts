import { dirname } from 'node:path'
import { Client } from 'pg'
import { startScratch } from '../platform/database/embedded/start-scratch.ts'
import { applyMigrations } from '../platform/database/migrate.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkBackupFile } from './check-backup-file.ts'
import { digestTables } from './digest-tables.ts'
import { knownMigrations } from './known-migrations.ts'
import { loadBackup } from './load-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupSource } from './read-backup-file.ts'

/**
 * Reads a backup from the disk, loads it into a PostgreSQL of its own beside the file, and compares each table with the
 * manifest once more. Resources go to `stack`, so that disposing that ends the work early. Throws a StartupError that says why
 * the backup could not be restored.
 */
export async function verifyBackup(stack: AsyncDisposableStack, source: BackupSource): Promise<Manifest> {
  const manifest = await checkBackupFile(source)
  const migrations = await knownMigrations(manifest)
  const scratch = stack.use(await startScratch(dirname(source.path)))
  const client = new Client({ connectionString: scratch.url, application_name: 'bidwell backup' })
  client.on('error', () => {}) // the statement in progress throws it
  await client.connect()
  stack.defer(() => client.end())
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
  return manifest
}
