import { dirname } from 'node:path'
import { startScratch } from '../platform/database/embedded/start-scratch.ts'
import { applyMigrations } from '../platform/database/migrate.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkBackupFile } from './check-backup-file.ts'
import { connectUntil } from './connect-until.ts'
import { digestTables } from './digest-tables.ts'
import { knownMigrations } from './known-migrations.ts'
import { loadBackup } from './load-backup.ts'
import type { BackupSource } from './read-backup-file.ts'

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
