import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { applyMigrations, migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

/** The last migration of the older database. */
const OLDER = '0040-deleted-history-of-auctions.sql'
/** Tables that never have more than one row. */
const SINGLE = ['operator_pause', 'security_chain', 'vault_chain']

const ROWS = readFileSync(new URL('../../../test/rows-of-0040.sql', import.meta.url), 'utf8')

async function tablesWithFewRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const few: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${name}"`)
    if ((rows[0]?.count ?? 0) < 2) few.push(name)
  }
  return few
}

test('A filled database of an older version, with two rows of each kind, takes every later migration', async () => {
  await using older = await createTestDatabase({ bare: true })
  const client = new Client({ connectionString: older.url })
  await client.connect()
  try {
    await applyMigrations(
      client,
      (await readMigrations()).filter(({ name }) => name <= OLDER),
    )
    await client.query(ROWS)
    expect(await tablesWithFewRows(client)).toEqual(SINGLE)
  } finally {
    await client.end()
  }
  await migrate(older.url)
  const followed = await sql<{ account_id: number }>`select account_id from order_readings order by account_id`.execute(
    older.db,
  )
  expect(followed.rows.map(({ account_id }) => account_id)).toEqual([1, 2])
  const bids = await sql`
    select account_id, status, count(*)::int as count from bids group by account_id, status order by account_id, status`.execute(
    older.db,
  )
  expect(bids.rows).toEqual([
    { account_id: 1, status: 'pending', count: 2 },
    { account_id: 1, status: 'won', count: 2 },
    { account_id: 2, status: 'pending', count: 2 },
    { account_id: 2, status: 'won', count: 2 },
  ])
})
