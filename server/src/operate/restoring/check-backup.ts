import type { Config } from '../../config/config.ts'
import type { Migration } from '../../platform/database/read-migrations.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { checkBackupFile } from '../backups/check-backup-file.ts'
import { knownMigrations } from '../backups/known-migrations.ts'
import type { Manifest } from '../backups/manifest.ts'
import type { BackupSource } from '../backups/read-backup-file.ts'

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

/** Throws a StartupError that names the keys without which something in the backup opens to nobody. */
function checkKeys({ keys: needed }: Pick<Manifest, 'keys'>, { vault, session }: Config['keys']): void {
  const secret = vault.filter(({ kind }) => kind === 'secret')
  const missing = [...lacking('VAULT_KEYS', needed.vault, secret), ...lacking('SESSION_KEYS', needed.session, session)]
  if (missing.length === 0) return
  throw new StartupError(
    `The backup is sealed with keys that are not here: ${missing.join(' and ')}. Set both as they were where the backup ` +
      'was made, or put its keys.env into BIDWELL_DATA',
  )
}

function lacking(name: string, needed: readonly string[], held: readonly { kid: string }[]): string[] {
  const ids = needed.filter((kid) => !held.some((key) => key.kid === kid))
  return ids.length === 0 ? [] : [`${ids.map((kid) => `"${kid}"`).join(', ')} of ${name}`]
}
