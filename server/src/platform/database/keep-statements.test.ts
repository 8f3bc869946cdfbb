import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDatabase } from './open-database.ts'
import type { Db } from './tables.ts'

const OFTEN = 60

/** A database of its own with a table of one row, over a single connection that keeps plans. */
async function openKeeping() {
  await using stack = new AsyncDisposableStack()
  const it = stack.use(await createTestDatabase())
  const { db } = stack.use(openDatabase({ url: it.url, applicationName: 'test', poolSize: 1, keepsStatements: true }))
  await sql`create table auctions as select 1 as id`.execute(db)
  const owned = stack.move()
  return { db, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const readAuction = async (db: Db, id: number) => (await sql`select * from auctions where id = ${id}`.execute(db)).rows

const keptStatements = async (db: Db) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('A connection keeps the plan of a read that is repeated, and of no other', async () => {
  await using it = await openKeeping()
  await sql`select id from auctions`.execute(it.db)
  for (let n = 0; n < OFTEN; n += 1) await readAuction(it.db, n)
  for (let n = 0; n < OFTEN; n += 1) await sql`update auctions set id = ${1}`.execute(it.db)
  expect(await keptStatements(it.db)).toEqual(['select * from auctions where id = $1'])
  expect(await readAuction(it.db, 1)).toEqual([{ id: 1 }])
})

test('A read whose plan is kept shows a column that a migration has added', async () => {
  await using it = await openKeeping()
  for (let n = 0; n < OFTEN; n += 1) await readAuction(it.db, n)
  await sql`alter table auctions add column title text default 'lamp'`.execute(it.db)
  expect(await readAuction(it.db, 1)).toEqual([{ id: 1, title: 'lamp' }])
})

test('Within a transaction, a read whose columns have changed fails once', async () => {
  await using it = await openKeeping()
  for (let n = 0; n < OFTEN; n += 1) await readAuction(it.db, n)
  await sql`alter table auctions add column title text default 'lamp'`.execute(it.db)
  const read = () => it.db.transaction().execute((tx) => readAuction(tx, 1))
  await expect(read()).rejects.toThrow('cached plan')
  expect(await read()).toEqual([{ id: 1, title: 'lamp' }])
})
