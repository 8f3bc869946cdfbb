import { Kysely, PostgresDialect } from 'kysely'
import { type CustomTypesConfig, types } from 'pg'
import { listen, type Listen } from './listen.ts'
import { connectionSettings, openPool, type PoolOptions } from './open-pool.ts'
import type { Db, Tables } from './tables.ts'

export type Database = AsyncDisposable & { readonly db: Db; readonly listen: Listen }

/** `timestamptz` arrives as a `Date`; `bigint` as a number, since ids and cents stay far below 2^53. */
const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
}

/** Connections are made when first needed; disposing waits for queries under way, and ends them all. */
export function openDatabase(options: PoolOptions): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(options, columnTypes) }) })
  const listeners = new AsyncDisposableStack()
  return {
    db,
    listen: async (...wanted) => listeners.use(await listen(connectionSettings(options), ...wanted)),
    async [Symbol.asyncDispose]() {
      await listeners.disposeAsync()
      await db.destroy()
    },
  }
}
