import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../src/platform/database/tables.ts'

/** The tables in which rows belong to an account. */
export async function tablesOfAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by table_name`.execute(db)
  expect(rows.length).toBeGreaterThan(15) // an empty scan would pass
  return rows.map(({ table_name }) => table_name)
}
