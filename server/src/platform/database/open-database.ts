import { Kysely, PostgresDialect } from 'kysely'
import { type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'
import { listen, type Listen } from './listen.ts'
import type { Db, Tables } from './tables.ts'

export type Database = AsyncDisposable & { readonly db: Db; readonly listen: Listen }

type Options = { url: string; applicationName: string; poolSize: number }

/** `timestamptz` arrives as a `Date`; `bigint` as a number, since ids and cents stay far below 2^53. */
const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
}

/** Connections are made when first needed; disposing waits for queries under way, and ends them all. */
export function openDatabase({ url, applicationName, poolSize }: Options): Database {
  const connection = {
    connectionString: url,
    application_name: applicationName,
    types: columnTypes,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // A transaction of ours that waits for nothing from us this long has lost its owner; its locks must not stay.
    idle_in_transaction_session_timeout: 30_000,
  } satisfies ClientConfig
  const pool = new Pool({ ...connection, max: poolSize })
  // A connection lost while idle: the pool has dropped it, and the next query makes another or says why it cannot.
  pool.on('error', () => {})
  // Lost while in use but between two queries: the next one says so. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const listeners = new AsyncDisposableStack()
  return {
    db,
    listen: async (...wanted) => listeners.use(await listen(connection, ...wanted)),
    async [Symbol.asyncDispose]() {
      await listeners.disposeAsync()
      await db.destroy()
    },
  }
}
