import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/platform/database/open-database.ts'
import type { Db } from '../src/platform/database/tables.ts'

export type TestDatabase = AsyncDisposable & { db: Db; database: Database; url: string }

/** A machine that runs many tests at once may take long over what is quick otherwise. */
const PATIENCE_MS = 30_000

type Options = {
  /** Without even the migrations. */
  bare?: boolean
}

/** A migrated, empty database of its own on the test run's PostgreSQL; dropped when disposed, whoever is connected. */
export async function createTestDatabase({ bare = false }: Options = {}): Promise<TestDatabase> {
  const template = new URL(inject('databaseUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(`/${name}`, template).href
  await asAdministrator(`create database ${name} template ${bare ? 'template0' : template.pathname.slice(1)}`)
  const database = openDatabase({ url, applicationName: 'test', poolSize: 10, connectWithinMs: PATIENCE_MS })
  return {
    db: database.db,
    database,
    url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await asAdministrator(`drop database ${name} with (force)`)
    },
  }
}

async function asAdministrator(statement: string) {
  const client = new Client(new URL('/postgres', inject('databaseUrl')).href)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
