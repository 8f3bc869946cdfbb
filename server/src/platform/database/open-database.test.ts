import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'

test('Instants are read as dates and ids as numbers', async () => {
  await using it = await createTestDatabase()
  const { rows } = await sql<{ at: Date; id: number; ids: number[] }>`
    select timestamptz '2030-01-02 03:04:05.678Z' as at, 9007199254740991::bigint as id, array[1, -20]::bigint[] as ids
  `.execute(it.db)
  expect(rows).toEqual([{ at: new Date('2030-01-02T03:04:05.678Z'), id: 9007199254740991, ids: [1, -20] }])
})

test('The database notices within a quarter of a minute that the host of a client is gone', async () => {
  await using it = await createTestDatabase()
  const { rows } = await sql<Record<'idle' | 'interval' | 'count' | 'unacknowledged', string>>`
    select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval,
           current_setting('tcp_keepalives_count') as count, current_setting('tcp_user_timeout') as unacknowledged
  `.execute(it.db)
  expect(rows).toEqual([{ idle: '5', interval: '2', count: '5', unacknowledged: '15000' }])
})

test('Every test has a database of its own', async () => {
  await using one = await createTestDatabase()
  await using other = await createTestDatabase()
  const site = { marketplace: 'site', tokens: 1, refilled_at: new Date(0) }
  await one.db.insertInto('read_budgets').values(site).execute()
  expect(await other.db.selectFrom('read_budgets').selectAll().execute()).toEqual([])
})

test('A listener receives the notifications of its channel, and none of other channels', async () => {
  await using it = await createTestDatabase()
  const received = Promise.withResolvers<string>()
  await using _listener = await it.database.listen('here', received.resolve, { onReconnect: () => {} })
  await sql`select pg_notify('there', 'not for us'), pg_notify('here', 'hello')`.execute(it.db)
  expect(await received.promise).toBe('hello')
})

test('A listener whose connection is cut reconnects, reports it, and receives further notifications', async () => {
  await using it = await createTestDatabase()
  const received = Promise.withResolvers<string>()
  const reconnected = Promise.withResolvers<void>()
  await using _listener = await it.database.listen('here', received.resolve, { onReconnect: reconnected.resolve })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'
  `.execute(it.db)
  await reconnected.promise
  await sql`select pg_notify('here', 'still there')`.execute(it.db)
  expect(await received.promise).toBe('still there')
})

test('A listener can be disposed after its database was closed', async () => {
  const it = await createTestDatabase()
  const listener = await it.database.listen('here', () => {}, { onReconnect: () => {} })
  await it[Symbol.asyncDispose]()
  await listener[Symbol.asyncDispose]()
})
