import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '../src/platform/database/open-database.ts'
import type { PoolOptions } from '../src/platform/database/open-pool.ts'
import type { RoleName } from '../src/platform/database/roles.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { as, runOnServer } from './run-on-server.ts'
import { awaitStatement } from './skipping-clock.ts'

export type TestDatabase = AsyncDisposable & {
  /** As superuser, for the rows that a test adds and reads. */
  db: Db
  database: Database
  url: string
  /** The database as a process uses it, with its role. */
  openAs: (role: RoleName) => Database
}

/** A machine that runs many tests at once may take long over what is quick otherwise. */
const CONNECT_TIMEOUT_MS = 30_000

/** So long may a test hold a lock while a program starts. */
const ANSWER_TIMEOUT_MS = 600_000

const openDatabaseAt = (url: string, options: Pick<PoolOptions, 'around' | 'answerWithinMs'>) =>
  openDatabase({ url, applicationName: 'test', poolSize: 10, connectWithinMs: CONNECT_TIMEOUT_MS, ...options })

/** A copy of a template database; `template0` is empty. Dropped when disposed, even with open connections. */
export async function copyDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(`/${name}`, serverUrl).href
  // The other strategy writes the whole copy into the log as well.
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => runOnServer(serverUrl, `drop database ${name} with (force)`))
  const database = stack.use(openDatabaseAt(url, { around: awaitStatement, answerWithinMs: ANSWER_TIMEOUT_MS }))
  const owned = stack.move()
  return {
    db: database.db,
    database,
    url,
    openAs: (role) => owned.use(openDatabaseAt(as(role, url), { around: awaitStatement })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
