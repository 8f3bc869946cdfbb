import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from './generated-tables.ts'
import type { Tx } from './tables.ts'

/**
 * The transaction that a client has begun, for queries that take one. The caller commits it. The client has to read columns as
 * `columnTypes` does.
 */
export function transactionOf(client: Client): Tx {
  const connection = Object.assign(Object.create(client) as Client, { release: () => {} })
  const pool = { connect: async () => connection, end: async () => {} }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its statements run where the client's do
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) as unknown as Transaction<Tables>
}
