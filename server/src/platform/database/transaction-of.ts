import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from './generated-tables.ts'
import type { Tx } from './tables.ts'

/**
 * The transaction that a client has begun, for queries that take one. The caller commits it. The client has to read columns as
 * `columnTypes` does.
 */
export function transactionOf(client: Client): Tx {
  const connection = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release: () => {},
  }
  const pool = { connect: async () => connection, end: async () => {} }
  const options = { dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) } // what the dialect calls of one
  return new Kysely<Tables>(options) as unknown as Tx // the statements run where the client's do
}
