import { checkBackupFile } from '../backups/check-backup-file.ts'
import { knownMigrations } from '../backups/known-migrations.ts'
import type { Manifest } from '../backups/manifest.ts'
import type { BackupSource } from '../backups/read-backup-file.ts'
import type { Config } from '../config/config.ts'
import type { Migration } from '../platform/database/read-migrations.ts'
import { checkKeys } from './check-keys.ts'

export type BackupToCheck = {
  source: BackupSource
  keys: Config['keys']
  /** Receives a line for the person at the terminal. */
  tell: (line: string) => void
}

/**
 * Reads the file to its last byte, and checks that this version and these keys can restore it. Touches no database. Throws a
 * StartupError that says what is wrong.
 */
export async function checkBackup({ source, keys, tell }: BackupToCheck): Promise<{
  manifest: Manifest
  /** Of the backup's database. */
  migrations: Migration[]
}> {
  tell(`Checking ${source.path}`)
  const manifest = await checkBackupFile(source)
  const migrations = await knownMigrations(manifest)
  checkKeys(manifest, keys)
  return { manifest, migrations }
}

export function describeRows({ tables, takenAt }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en-US')} rows, as they were at ${takenAt}`
}
