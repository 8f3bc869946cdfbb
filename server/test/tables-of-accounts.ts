import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../src/platform/database/tables.ts'

/** The tables in which rows belong to an account. */
export async function tablesOfAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select relname as table_name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'account_id' order by relname`.execute(
    db,
  )
  expect(rows.length).toBeGreaterThan(15) // an empty scan would pass
  return rows.map(({ table_name }) => table_name)
}
