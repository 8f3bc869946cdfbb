import { Kysely, PostgresDialect, sql } from 'kysely'
import { type CustomTypesConfig, types } from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Tables } from './generated-tables.ts'
import { listen, type Listen } from './listen.ts'
import { connectionSettings, openPool, type PoolOptions } from './open-pool.ts'
import type { Db } from './tables.ts'

export type Database = AsyncDisposable & { readonly db: Db; readonly listen: Listen }

/** The type `bigint[]`, which the driver does not name. */
const INT8_ARRAY = 1016
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, Number],
  [INT8_ARRAY, (text) => (text.match(/-?\d+/g) ?? []).map(Number)],
])

/** `timestamptz` arrives as a `Date`; `bigint` as a number, because ids and cents stay far below 2^53. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => PARSERS.get(oid) ?? types.getTypeParser(oid, format),
}

/** Opens connections when they are needed. Disposing waits for running queries and closes all connections. */
export function openDatabase(options: PoolOptions): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(options, columnTypes) }) })
  const listeners = new AsyncDisposableStack()
  return {
    db,
    listen: async (...args) => listeners.use(await listen(connectionSettings(options), ...args)),
    async [Symbol.asyncDispose]() {
      await listeners.disposeAsync()
      await db.destroy()
    },
  }
}

/** Throws a StartupError when the database has no tables, or when the role of these connections may not use them. */
export async function requireTables(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string; usable: boolean | null }>`
    select current_user as role, has_table_privilege(to_regclass('operator_pause'), 'select') as usable`.execute(db)
  const [found] = rows
  if (found?.usable) return
  throw new StartupError(
    found?.usable === false
      ? `The role ${found.role} may not use the tables of Bidwell: each process needs the role with its name, such as ` +
          'bidwell_api, and "npm run bidwell migrate" grants these roles their privileges'
      : 'The database has no tables of Bidwell yet: run "npm run bidwell migrate" as their owner',
  )
}

/** Whether the role of these connections may do anything on the server, which no process needs. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select rolsuper as is from pg_roles where rolname = current_user`.execute(
    db,
  )
  return rows[0]?.is === true
}
