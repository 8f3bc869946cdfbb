import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { API_BASE, type Failure, messages, register } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRegistration } from '../test/api.ts'
import { cuttableProxy } from '../test/cuttable-proxy.ts'
import { createTestDatabase } from '../test/database.ts'
import { followEvents } from '../test/follow-events.ts'
import { systemClock } from './platform/clock.ts'
import { freePort } from './platform/database/embedded/free-port.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { generateKeys } from './platform/keys.ts'
import { pollUntil } from './platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
/** What a browser waits before it gives up, less what a loaded machine may add. */
const LONGEST_ANSWER_MS = 20_000

/** The API as a process of its own, whose way to the database can be silenced. */
async function startBehindProxy() {
  await using stack = new AsyncDisposableStack()
  const { url: databaseUrl } = stack.use(await createTestDatabase())
  const way = stack.use(await cuttableProxy(new URL(databaseUrl)))
  const port = await freePort()
  const env = { ...process.env, ...generateKeys(), DATABASE_URL: way.url, PORT: String(port), LOG_LEVEL: 'silent' }
  const api = spawn(process.execPath, [MAIN, 'api'], { env, stdio: 'inherit' })
  const ended = once(api, 'exit')
  stack.defer(async () => {
    api.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const owned = stack.move()

  return {
    url,
    way,
    api,
    health: () => fetch(`${url}/api/health`),
    /** Null if it takes longer than that. */
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
      const answer = await fetch(url + API_BASE + register.path, {
        method: register.method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(aRegistration()),
      })
      return JSON.parse(await answer.text()).token
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test('while the database is silent every call is answered in time, and once it speaks all is as before', async () => {
  await using it = await startBehindProxy()
  expect(await it.untilHealthy(20_000)).toBe(true)
  const token = await it.signUp()
  await using line = await followEvents(it.url, token)
  // More than there are connections, so that some of them stand idle and some are still to be made.
  await Promise.all(Array.from({ length: 20 }, () => it.health()))

  it.way.silence()
  const began = systemClock.monotonic()
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
  expect(systemClock.monotonic() - began).toBeLessThan(LONGEST_ANSWER_MS)

  it.way.mend()
  expect(await it.untilHealthy(LONGEST_ANSWER_MS)).toBe(true)
  // What it was told over the silent connection is lost: the browser is asked to read everything again.
  expect(await line.next(({ type }) => type === 'resync')).toEqual({ type: 'resync' })
  expect(it.api.exitCode).toBe(null)
}, 120_000)

test('a query that takes too long is given up by the database as well', async () => {
  await using it = await createTestDatabase()
  await using database = openDatabase({ url: it.url, applicationName: 'hasty', poolSize: 1, answerWithinMs: 1_000 })
  await expect(sql`select pg_sleep(60)`.execute(database.db)).rejects.toThrow('statement timeout')
  const { rows } = await sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'
    and application_name = 'hasty'`.execute(it.db)
  expect(rows).toEqual([])
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a transaction that went silent does not leave its connection to the next one', async () => {
  await using it = await createTestDatabase()
  await using way = await cuttableProxy(new URL(it.url))
  await using database = openDatabase({ url: way.url, applicationName: 'hasty', poolSize: 1, answerWithinMs: 500 })
  const under = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    way.silence()
    await sql`select 1`.execute(tx)
  })
  await expect(under).rejects.toThrow(/^(Query read timeout|Client was closed)/)
  way.mend()
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})
