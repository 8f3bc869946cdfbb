import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '../src/platform/database/open-database.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { runOnServer } from './run-on-server.ts'

export type TestDatabase = AsyncDisposable & { db: Db; database: Database; url: string }

/** A machine that runs many tests at once may take long over what is quick otherwise. */
const CONNECT_TIMEOUT_MS = 30_000

/** A copy of a template database; `template0` is empty. Dropped when disposed, even with open connections. */
export async function copyDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(`/${name}`, serverUrl).href
  // The other strategy writes the whole copy into the log as well.
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const database = openDatabase({ url, applicationName: 'test', poolSize: 10, connectWithinMs: CONNECT_TIMEOUT_MS })
  return {
    db: database.db,
    database,
    url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await runOnServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}
