import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { TestDatabase } from '../../../test/copy-database.ts'
import { emptyDatabase } from '../../../test/restoring.ts'
import { as, withDatabase } from '../../../test/run-on-server.ts'
import { systemClock } from '../../platform/clock.ts'
import { startEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { requireTables } from '../../platform/database/open-database.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { digestTables } from '../backups/verify-backup.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const KEPT = fileURLToPath(new URL('../../../test/backups/before-the-baseline.age', import.meta.url))
const KEYS = fileURLToPath(new URL('../../../test/backups/keys.env', import.meta.url))
/** What the command says as it goes on. */
type Step = 'Checking' | 'Loading' | 'Granting'
const KILLS = 24
const WAIT = { everyMs: 10, forMs: 60_000 }

const sleep = (ms: number) => systemClock.sleepUntil(systemClock.monotonic() + ms, neverAborted)

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await copyFile(KEYS, join(folder, 'keys.env'))
  return folder
}

async function aTarget() {
  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  return target
}

const envOf = (given: Record<string, string>) => ({ PATH: process.env['PATH'], ...given })

const run = (given: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: envOf(given) }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

/** Kills the command so long after it said that it takes this step, unless it has ended. */
async function killRestore(given: Record<string, string>, step: Step, afterMs: number): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'restore', KEPT], { env: envOf(given) })
  const said = Promise.withResolvers<void>()
  let output = ''
  child.stdout?.on('data', (text: unknown) => {
    output += String(text)
    if (output.includes(step)) said.resolve()
  })
  const ended = once(child, 'exit')
  await Promise.race([said.promise, ended])
  await sleep(afterMs)
  child.kill('SIGKILL')
  await ended
}

/** How many rows each table has; null in a database without tables. The connections of killed programs are gone. */
async function rowsIn({ url }: Pick<TestDatabase, 'url'>): Promise<Record<string, number> | null> {
  const client = new Client(url)
  await client.connect()
  try {
    const areAlone = async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity
          where datname = current_database() and application_name in ('bidwell restore', 'bidwell migrate')`,
      )
      return rows.length === 0 || null
    }
    expect(await pollUntil(systemClock, areAlone, WAIT)).toBe(true)
    const { rows: tables } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace")
    if (tables.length === 0) return null
    return Object.fromEntries([...(await digestTables(client))].map(([table, { rows }]) => [table, rows]))
  } finally {
    await client.end()
  }
}

const environmentOf = async (target: TestDatabase) => ({
  DATABASE_URL: as('owner', target.url),
  BIDWELL_DATA: await aFolder(),
})

test('A restore that is killed at any moment leaves an empty database or a whole one, and the next one works or says what to do', async () => {
  const reference = await aTarget()
  await reference.database[Symbol.asyncDispose]()
  expect((await run(await environmentOf(reference), 'restore', KEPT)).code).toBe(0)
  const whole = await rowsIn(reference)
  expect(whole).toMatchObject({ accounts: 1, bids: 2 })

  const left = { empty: 0, whole: 0 }
  let target = await aTarget()
  await target.database[Symbol.asyncDispose]()
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Most kills are spread over the second in which rows are written.
    const step = kill % 6 === 0 ? 'Checking' : kill % 6 === 1 ? 'Granting' : 'Loading'
    await killRestore(await environmentOf(target), step, kill % 6 === 1 ? Math.random() * 300 : Math.random() * 1_000)
    const rows = await rowsIn(target)
    if (rows === null) {
      left.empty += 1
      continue
    }
    expect(rows).toEqual(whole)
    left.whole += 1
    const again = await run(await environmentOf(target), 'restore', KEPT)
    expect([again.code, again.stderr]).toEqual([78, expect.stringMatching(/has 1 account.*everything is restored/)])
    expect((await run(await environmentOf(target), 'migrate')).code).toBe(0)
    const api = target.openAs('api')
    await requireTables(api.db)
    await api[Symbol.asyncDispose]()
    target = await aTarget()
    await target.database[Symbol.asyncDispose]()
  }
  expect([left.empty > 5, left.whole > 1]).toEqual([true, true])
  const last = await run(await environmentOf(target), 'restore', KEPT)
  expect([last.code, last.stderr]).toEqual([0, ''])
  expect(await rowsIn(target)).toEqual(whole)
})

test('A restore into a data folder that is killed, while it makes the database too, is made up for by the next one', async () => {
  const dataDir = await aFolder()
  // While the database itself is made, at the latest.
  const early = spawn(process.execPath, [MAIN, 'restore', KEPT], { env: envOf({ BIDWELL_DATA: dataDir }) })
  await sleep(Math.random() * 2_000)
  early.kill('SIGKILL')
  await once(early, 'exit')
  for (const [step, afterMs] of [
    ['Checking', 0],
    ['Loading', 100],
    ['Loading', 400],
  ] as const)
    await killRestore({ BIDWELL_DATA: dataDir }, step, afterMs)
  const last = await run({ BIDWELL_DATA: dataDir }, 'restore', KEPT)
  // A kill may come when everything is restored already, which the next restore says.
  const isRestored = [78, expect.stringMatching(/has 1 account.*everything is restored/)]
  expect([last.code, last.stderr]).toEqual(last.code === 0 ? [0, ''] : isRestored)
  const server = await startEmbedded(dataDir)
  onTestFinished(() => server.stop())
  await withDatabase(server.urls.owner, async (client) => {
    const { rows } = await client.query('select status from bids order by id')
    expect(rows.map(({ status }) => status)).toHaveLength(2)
  })
})
