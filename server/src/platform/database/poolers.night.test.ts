import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cuttableProxy } from '../../../test/cuttable-proxy.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { PGBOUNCER, startPgBouncer } from '../../../test/pgbouncer.ts'
import { runOnServer } from '../../../test/run-on-server.ts'
import { startSniping } from '../../../test/sniping.ts'
import { spawnPrograms } from '../../../test/spawn-programs.ts'
import { generateKeys } from '../../config/keys.ts'
import { enqueue } from '../enqueue.ts'
import { migrate } from './migrate.ts'
import { openDatabase, requireTables } from './open-database.ts'
import { proveSession } from './prove-session.ts'
import { PROCESS_NAMES } from './roles.ts'

const NO_SITE = { STAND_INS: 'site=http://127.0.0.1:1/api/' }

describe.skipIf(PGBOUNCER === undefined)('behind PgBouncer', () => {
  test.each(['transaction', 'statement'] as const)(
    'A pooler in %s mode is refused by each process and by the migrations with one sentence that says what to do',
    async (mode) => {
      await using database = await createTestDatabase()
      await using pooler = await startPgBouncer(database.url, mode)
      await using programs = spawnPrograms({ DATABASE_URL: pooler.url, ...NO_SITE, ...generateKeys() })
      const sentence =
        `PostgreSQL at ${new URL(pooler.url).host} is behind a pooler in transaction or statement mode: ` +
        'let DATABASE_URL lead to PostgreSQL itself, or set the pooler to session mode'
      const { url } = pooler
      const attempts = Array.from({ length: 20 }, () => proveSession({ url, applicationName: 'test' }))
      await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(sentence)))
      await expect(migrate(url)).rejects.toThrow(sentence)
      for (const process of PROCESS_NAMES) {
        const program = programs.spawnProgram(process, { PORT: String(await freePort()) }, 'pipe')
        let stderr = ''
        program.stderr?.on('data', (text: Buffer) => (stderr += text.toString()))
        await once(program, 'close')
        expect([program.exitCode, stderr]).toEqual([78, `${sentence}\n`])
      }
    },
  )

  test('Through a pooler in session mode everything works, and the time limits hold', async () => {
    await using it = await startSniping()
    await using pooler = await startPgBouncer(it.url, 'session')
    await migrate(pooler.url)
    const env = { DATABASE_URL: pooler.url, PORT: String(await freePort()) }
    const programs = [it.spawnProgram('api', env), it.spawnProgram('jobs', env), await it.spawnEngine({ env })]
    await expect.poll(() => it.isListening('bidwell api')).toBe(true)
    await expect.poll(() => it.isListening('bidwell jobs')).toBe(true)
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 14 })
    await expect.poll(() => it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
    expect(await it.until(bidId, ({ settled_at }) => settled_at !== null)).toMatchObject({ status: 'won' })
    expect(programs.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null])

    await using limited = openDatabase({ url: pooler.url, applicationName: 'test', poolSize: 1, answerWithinMs: 200 })
    await expect(sql`select pg_sleep(5)`.execute(limited.db)).rejects.toThrow('statement timeout')
    await using another = openDatabase({ url: pooler.url, applicationName: 'test', poolSize: 1 })
    await expect(sql`select pg_sleep(0.3)`.execute(another.db)).resolves.toBeDefined()
  })
})

test('Processes work on behind a proxy that drops connections which are idle', async () => {
  await using it = await startSniping()
  await using proxy = await cuttableProxy(new URL(it.url), { idleMs: 3_000 })
  const env = { DATABASE_URL: proxy.url }
  const programs = [it.spawnProgram('jobs', env), await it.spawnEngine({ env })]
  const { bidId, itemId } = await it.snipe({ endsInSeconds: 20 })
  await expect.poll(() => it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  expect(await it.until(bidId, ({ settled_at }) => settled_at !== null)).toMatchObject({ status: 'won' })
  expect(proxy.dropped()).toBeGreaterThan(0)
  await enqueue(it.db, 'enqueue-due-verifications', {}, { jobKey: 'after drops' })
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where key = 'after drops'`.execute(it.db)).rows
  await expect.poll(waiting).toEqual([])
  expect(programs.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
})

test('A connection that PostgreSQL refuses is told with its reason, and without the password', async () => {
  await using database = await createTestDatabase()
  const wrong = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }
  const { host, password } = new URL(database.url)
  for (const [url, reason] of [
    [wrong((given) => (given.username = 'renamed')), /password authentication failed for user "renamed"/],
    [wrong((given) => (given.password = 'secret-word')), /password authentication failed/],
    [wrong((given) => (given.pathname = '/nowhere')), /database "nowhere" does not exist/],
  ] as const) {
    const refused = await proveSession({ url, applicationName: 'test' }).catch((error: unknown) => String(error))
    expect(refused).toMatch(reason)
    expect(refused).toContain(`PostgreSQL at ${host} refuses the connection: `)
    expect(refused).not.toContain(password)
  }
})

test('A process with a role that may not use the tables is told so, and one without tables too', async () => {
  await using database = await createTestDatabase()
  await using empty = await createTestDatabase({ bare: true })
  const role = `renamed_${new URL(database.url).pathname.slice(1)}`
  await runOnServer(database.url, `create role ${role} login password 'word'`)
  try {
    const url = new URL(database.url)
    ;[url.username, url.password] = [role, 'word']
    await using renamed = openDatabase({ url: url.href, applicationName: 'test', poolSize: 1 })
    await expect(requireTables(renamed.db)).rejects.toThrow(`The role ${role} may not use the tables of Bidwell: `)
    await expect(requireTables(empty.db)).rejects.toThrow('The database has no tables of Bidwell yet: ')
    for (const process of PROCESS_NAMES)
      await expect(requireTables(database.openAs(process).db)).resolves.toBeUndefined()
  } finally {
    await runOnServer(database.url, `drop role ${role}`)
  }
})
