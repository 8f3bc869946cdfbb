import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackupFile } from './create-backup-file.ts'
import { createDigest } from './digest.ts'
import type { Manifest } from './manifest.ts'
import { COPY_SETTINGS, readSequences, readTables, type Table } from './read-catalogue.ts'

export type Snapshot = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'sequences' | 'keys'>

const PIECE_BYTES = 4 * 2 ** 20

/**
 * Begins a transaction that sees the database as it is now, and returns when that was. Every later change goes on beside it:
 * reading takes no lock that a write waits for.
 */
export async function beginSnapshot(client: Client): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(COPY_SETTINGS)
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const [row] = rows
  if (row === undefined) throw new Error('The database does not tell the time')
  return row.at
}

/** Writes every table of the schema into the file, a piece at a time. The client has begun a snapshot. */
export async function writeSnapshot(client: Client, takenAt: Date, file: BackupFile): Promise<Snapshot> {
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  const keys = await readKeyIds(client)
  const tables: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    const { name, columns } = table
    tables.push({
      name,
      columns,
      ...(await copyTable(client, table, (number, data) => file.add({ kind: 'tables', name, number }, data))),
    })
  }
  // A sequence is read as it is, not as it was: it may be ahead of the rows, and never behind.
  const sequences = await readSequences(client)
  await client.query('commit')
  return { takenAt: takenAt.toISOString(), migrations: migrations.rows, tables, sequences, keys }
}

/** Passes the rows of a table on in pieces, numbered from 1, and returns their digest. */
export async function copyTable(
  client: Client,
  { name, columns }: Table,
  take: (number: number, data: Buffer) => Promise<void>,
) {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const digest = createDigest()
  let number = 0
  let waiting: Uint8Array[] = []
  let bytes = 0

  async function flush() {
    if (bytes === 0) return
    const data = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    digest.update(data)
    await take((number += 1), data)
  }

  await pipeline(
    client.query(copyTo(`copy public."${name}" (${list}) to stdout`)),
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        waiting.push(chunk)
        bytes += chunk.length
        if (bytes >= PIECE_BYTES) await flush()
      }
      await flush()
    },
  )
  return digest.end()
}

/** The ids of the keys that something in the database needs to be opened. */
async function readKeyIds(client: Client): Promise<Manifest['keys']> {
  const { rows } = await client.query<{ kind: 'vault' | 'session'; kid: string }>(`
    select distinct kind, kid from (
      select 'vault' as kind, sealed_credentials ->> 'kid' as kid from connections
      union all select 'vault', sealed_token ->> 'kid' from connections
      union all select 'vault', jsonb_path_query(settings, '$.**.kid') #>> '{}' from destinations
      union all select 'session', key_id from totp_secrets
      union all select 'session', split_part(password_hash, ':', 1) from accounts
    ) sealed where kid is not null order by kind, kid`)
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ kid }) => kid)
  return { vault: of('vault'), session: of('session') }
}
