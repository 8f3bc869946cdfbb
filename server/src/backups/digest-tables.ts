import type { Client } from 'pg'
import type { Digest } from './digest.ts'
import { COPY_SETTINGS, readTables } from './read-catalogue.ts'
import { copyTable } from './write-snapshot.ts'

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
