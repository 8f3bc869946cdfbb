import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api, API_BASE, type Failure, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRegistration } from '../test/api.ts'
import { cuttableProxy } from '../test/cuttable-proxy.ts'
import { createTestDatabase } from '../test/database.ts'
import { followEvents } from '../test/follow-events.ts'
import { freePort } from '../test/free-port.ts'
import { generateKeys } from './config/keys.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { pollUntil } from './platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** Starts an API process behind a proxy to the database that can be silenced. */
async function startBehindProxy() {
  await using stack = new AsyncDisposableStack()
  const { url: databaseUrl } = stack.use(await createTestDatabase())
  const proxy = stack.use(await cuttableProxy(new URL(databaseUrl)))
  const port = await freePort()
  const env = { ...process.env, ...generateKeys(), DATABASE_URL: proxy.url, PORT: String(port), LOG_LEVEL: 'silent' }
  const server = spawn(process.execPath, [MAIN, 'api'], { env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  stack.defer(async () => {
    server.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const owned = stack.move()

  return {
    url,
    proxy,
    api: server,
    health: () => fetch(`${url}/api/health`),
    /** True once the API is healthy; null after `forMs`. */
    untilHealthy: (forMs: number) =>
      pollUntil(
        systemClock,
        () =>
          fetch(`${url}/api/health`).then(
            ({ ok }) => ok || null,
            () => null,
          ),
        { everyMs: 50, forMs },
      ),
    async signUp(): Promise<string> {
      const answer = await fetch(url + API_BASE + api.register.path, {
        method: api.register.method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(aRegistration()),
      })
      return JSON.parse(await answer.text()).token
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test('While the database does not answer, every call fails, and works again after that', async () => {
  await using it = await startBehindProxy()
  expect(await it.untilHealthy(90_000)).toBe(true)
  const token = await it.signUp()
  await using events = await followEvents(it.url, token)
  // More calls than pooled connections, so that the pool has idle connections when the database goes silent.
  await Promise.all(Array.from({ length: 20 }, () => it.health()))

  it.proxy.silence()
  const headers = { Authorization: `Bearer ${token}` }
  const calls = ['/health', '/clock', '/auctions', '/profile', '/events'].flatMap((path) => Array<string>(5).fill(path))
  await Promise.all(
    calls.map(async (path) => {
      const answer = await fetch(it.url + API_BASE + path, { headers })
      const failure: Failure = JSON.parse(await answer.text())
      expect([path, answer.status, answer.headers.get('retry-after'), failure.message]).toEqual([
        path,
        503,
        '2',
        messages.generic.unavailable,
      ])
    }),
  )

  it.proxy.mend()
  expect(await it.untilHealthy(90_000)).toBe(true)
  // Changes may have been missed meanwhile, so the browser is asked to read everything again.
  expect(await events.next(({ type }) => type === 'resync')).toEqual({ type: 'resync' })
  expect(it.api.exitCode).toBe(null)
})

test('A query that exceeds the timeout is cancelled in the database too', async () => {
  await using it = await createTestDatabase()
  await using database = openDatabase({ url: it.url, applicationName: 'impatient', poolSize: 1, answerWithinMs: 1_000 })
  await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toThrow('statement timeout')
  const { rows } = await sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'
    and application_name = 'impatient'`.execute(it.db)
  expect(rows).toEqual([])
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('The connection of a transaction that got no answer is not used again', async () => {
  await using it = await createTestDatabase()
  await using proxy = await cuttableProxy(new URL(it.url))
  await using database = openDatabase({
    url: proxy.url,
    applicationName: 'impatient',
    poolSize: 1,
    answerWithinMs: 500,
  })
  const transaction = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.silence()
    await sql`select 1`.execute(tx)
  })
  // The client gives up, or the database ends the idle transaction: whichever comes first.
  await expect(transaction).rejects.toThrow(
    /^(Query read timeout|Client (was closed|has encountered a connection error))/,
  )
  proxy.mend()
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})
