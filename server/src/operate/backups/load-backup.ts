import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../platform/startup-error.ts'
import { createDigest } from './digest.ts'
import type { Manifest } from './manifest.ts'
import { type BackupEntry, type BackupSource, readBackupFile } from './read-backup-file.ts'
import { COPY_SETTINGS } from './read-catalogue.ts'

type Piece = Extract<BackupEntry, { kind: 'tables' | 'journals' }>

/**
 * Replaces the rows of all tables by those of the backup, and sets the sequences, in the transaction that the client has
 * begun. The database has the shape of the manifest's migrations; the client owns its tables. Foreign keys are taken away
 * and made again, so that they are checked for all rows. Returns the journals, each with its text. Throws when the file is not
 * the one that `checkBackupFile` returned the manifest of. The rows of tables that are `gone` are left out.
 */
export async function loadBackup(
  client: Client,
  source: BackupSource,
  manifest: Manifest,
  gone: ReadonlySet<string> = new Set(),
): Promise<Map<string, string>> {
  await client.query(COPY_SETTINGS)
  const names = manifest.tables.flatMap(({ name }) => (gone.has(name) ? [] : `public."${name}"`))
  const foreignKeys = await dropForeignKeys(client)
  // The triggers log, link and refuse changes of rows: these rows have been through them.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Rows go into emptied tables in their order.
  await client.query(`truncate ${names.join(', ')}`)
  const journals = await loadPieces(client, source, manifest, gone)
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [`public."${name}"`, lastValue, isCalled])
  }
  for (const statement of foreignKeys) await client.query(statement)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  return journals
}

/** Returns the statements that make them again. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; name: string; definition: string }>(`
    select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`)
  for (const { relation, name } of rows) await client.query(`alter table ${relation} drop constraint ${name}`)
  return rows.map(({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition}`)
}

async function loadPieces(
  client: Client,
  source: BackupSource,
  { tables, journals }: Manifest,
  gone: ReadonlySet<string>,
) {
  const read = new Map<string, Uint8Array[]>(journals.map(({ name }) => [name, []]))
  const changed = (name: string) => new StartupError(`${source.path} has changed while it was read: ${name} is another`)
  const entries = readBackupFile(source)
  let next = await entries.next()
  const pieceOf = (name: string): Piece | null =>
    !next.done && next.value.kind === 'tables' && next.value.name === name ? next.value : null
  for (const { name, columns, bytes, sha256 } of tables) {
    const digest = createDigest()
    async function* pieces() {
      for (let piece = pieceOf(name); piece !== null; piece = pieceOf(name)) {
        digest.update(piece.data)
        yield piece.data
        next = await entries.next()
      }
    }
    const list = columns.map((column) => `"${column}"`).join(', ')
    if (gone.has(name)) for await (const _ of pieces());
    else if (bytes > 0) await pipeline(pieces, client.query(copyFrom(`copy public."${name}" (${list}) from stdin`)))
    if (digest.end().sha256 !== sha256) throw changed(name)
  }
  for (; !next.done && next.value.kind !== 'manifest'; next = await entries.next()) {
    if (next.value.kind === 'tables') throw changed(next.value.name)
    read.get(next.value.name)?.push(next.value.data)
  }
  await entries.return(undefined)
  return new Map([...read].map(([name, pieces]) => [name, Buffer.concat(pieces).toString()]))
}
