import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, readLockFile } from '../platform/database/embedded/lock-file.ts'
import { StartupError } from '../platform/startup-error.ts'
import { keepDatabase, type KeptDatabase } from './keep-database.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(dataDir, { recursive: true }))

const serverPid = () => readLockFile(join(dataDir, 'postgres'))?.pid ?? 0

async function answers({ urls }: KeptDatabase) {
  const client = new Client(urls.api)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select 1')).rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

test('A database that is killed is started again at the same address', async () => {
  const restarted = Promise.withResolvers<void>()
  await using database = await keepDatabase(dataDir, () => restarted.resolve())
  const killed = serverPid()
  process.kill(killed, 'SIGKILL')
  await restarted.promise
  await expect.poll(() => answers(database), { interval: 20 }).toBe(true)
  expect(serverPid()).not.toBe(killed)
})

test('A database that cannot be started again is retried until it can', async () => {
  const failed = Promise.withResolvers<string>()
  await using database = await keepDatabase(dataDir, (problem) => {
    if (problem.includes('is gone')) failed.resolve(problem)
  })
  const password = join(dataDir, 'postgres-password')
  await rename(password, `${password}.away`)
  process.kill(serverPid(), 'SIGKILL')
  expect(await failed.promise).toMatch(/trying again in \d+ ms$/)
  await rename(`${password}.away`, password)
  await expect.poll(() => answers(database), { interval: 20 }).toBe(true)
})

test('Stopping Bidwell does not wait for a database that cannot be started', async () => {
  const failed = Promise.withResolvers<void>()
  const database = await keepDatabase(dataDir, (problem) => {
    if (problem.includes('is gone')) failed.resolve()
  })
  await rm(join(dataDir, 'postgres-password'))
  process.kill(serverPid(), 'SIGKILL')
  await failed.promise
  await database[Symbol.asyncDispose]()
})

test('Stopping Bidwell stops the database', async () => {
  const database = await keepDatabase(dataDir, () => {})
  const pid = serverPid()
  await database[Symbol.asyncDispose]()
  expect(isAlive(pid)).toBe(false)
  expect(await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('A second Bidwell over the same folder is refused, and the first goes on', async () => {
  await using database = await keepDatabase(dataDir, () => {})
  await expect(keepDatabase(dataDir, () => {})).rejects.toThrow(StartupError)
  expect(await answers(database)).toBe(true)
})

test('A start while the earlier Bidwell stops is refused with a sentence', async () => {
  const earlier = await keepDatabase(dataDir, () => {})
  const starting = keepDatabase(dataDir, () => {})
  const refused = expect(starting).rejects.toThrow(
    expect.objectContaining({ name: 'StartupError', message: expect.stringContaining('earlier Bidwell') }),
  )
  const waiting = async () => {
    const client = new Client(earlier.urls.owner)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query(
      `select from pg_stat_activity where application_name like 'bidwell supervisor%'`,
    )
    await client.end()
    return rows.length
  }
  await expect.poll(waiting, { interval: 20 }).toBe(2)
  process.kill(serverPid(), 'SIGINT')
  await refused
  await earlier[Symbol.asyncDispose]()
})

test("The database's log is renamed while the database runs, and goes on in a new file", async () => {
  const log = join(dataDir, 'logs', 'postgres.log')
  await using database = await keepDatabase(dataDir, () => {}, { maxBytes: 4_000, checkedEveryMs: 20 })
  const client = new Client(database.urls.api)
  await client.connect()
  const fail = (mark: string) => client.query(`select '${mark}'::int`).catch(() => {})
  for (let errors = 0; errors < 40; errors += 1) await fail(`early ${errors}`)
  await expect.poll(async () => (await stat(log)).size, { interval: 20 }).toBeLessThan(4_000)
  expect(await readFile(`${log}.1`, 'utf8')).toContain('early')
  await fail('late')
  await expect.poll(() => readFile(log, 'utf8'), { interval: 20 }).toContain('"late"')
  await client.end()
})
