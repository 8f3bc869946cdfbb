import type { Client } from 'pg'
import type { Migration } from '../../platform/database/read-migrations.ts'
import { loadBackup } from '../backups/load-backup.ts'
import type { Manifest } from '../backups/manifest.ts'
import type { BackupSource } from '../backups/read-backup-file.ts'
import { readTables } from '../backups/read-catalogue.ts'

/**
 * An account had a row for each of its subscriptions: the one that counts is read at Stripe within the hour. No restore keeps what
 * was left of an account's reads.
 */
const LEFT_OUT = ['subscriptions', 'read_shares']

/**
 * Loads a backup from before the baseline into the tables of the baseline, as `loadBackup` does. Tables and columns that are gone
 * since are left out: their rows are read, and kept nowhere.
 */
export async function loadOlderBackup(
  client: Client,
  source: BackupSource,
  { manifest, baseline }: { manifest: Manifest; baseline: readonly Migration[] },
): Promise<Map<string, string>> {
  const present = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]))
  const gone = new Set([...LEFT_OUT, ...manifest.tables.map(({ name }) => name).filter((name) => !present.has(name))])
  const columns = manifest.tables.flatMap((table) =>
    table.columns
      .filter((column) => present.get(table.name)?.includes(column) === false)
      .map((column) => ({ table: `public."${table.name}"`, column: `"${column}"` })),
  )
  for (const { table, column } of columns) await client.query(`alter table ${table} add column ${column} text`)
  const journals = await loadBackup(client, source, manifest, gone)
  for (const { table, column } of columns) await client.query(`alter table ${table} drop column ${column}`)
  await client.query('delete from migrations')
  for (const { name, checksum } of baseline)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  return journals
}
