import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { startAuctionHouse } from '@bidwell/auction-house'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { apiClient } from '../../../test/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { emptyDatabase } from '../../../test/restoring.ts'
import { as } from '../../../test/run-on-server.ts'
import { type Environment, spawnPrograms } from '../../../test/spawn-programs.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'

/*
 * A backup of the last commit with other tables. It holds one installation at the auction house: an account, a bid that it has
 * won, and one that is due long after. Its keys stand beside it, and open nothing else.
 */

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const OLDER = fileURLToPath(new URL('../../../test/backups/before-the-baseline.age', import.meta.url))
const KEYS = fileURLToPath(new URL('../../../test/backups/keys.env', import.meta.url))
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' }
const WAIT = { everyMs: 100, forMs: 90_000 }

const run = (env: Environment, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function readKeys(): Promise<Environment> {
  const { BACKUP_IDENTITY = '', SESSION_KEYS = '', VAULT_KEYS = '' } = parseEnv(await readFile(KEYS, 'utf8'))
  return { BACKUP_IDENTITY, SESSION_KEYS, VAULT_KEYS }
}

/** Programs over a database, at an auction house. The API answers when this resolves. */
async function startInstallation(databaseUrl: string, given: Environment) {
  const house = await startAuctionHouse({ port: 0, sampleItems: false })
  onTestFinished(() => house[Symbol.asyncDispose]())
  const { BACKUP_IDENTITY: _, ...keys } = given
  const programs = spawnPrograms({
    DATABASE_URL: databaseUrl,
    STAND_INS: `site=${house.apiUrl}`,
    BIDWELL_DATA: await aFolder(),
    PLAN_MODE: 'self-hosted',
    ...keys,
  })
  onTestFinished(() => programs[Symbol.asyncDispose]())
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const server = programs.spawnProgram('api', { PORT: port })
  const isReady = async () => {
    if (server.exitCode !== null) throw new Error('The API ended at its start')
    return fetch(`${url}/api/ready`).then(
      ({ ok }) => ok || null,
      () => null,
    ) // prettier
  }
  expect(await pollUntil(systemClock, isReady, WAIT)).toBe(true)
  const client = apiClient(url)
  /** Calls again where a busy machine makes the API ask for a moment. */
  const call: typeof client.call = async (endpoint, sent) => {
    const answered = async () => {
      const answer = await client.call(endpoint, sent)
      return answer.status === 503 ? null : answer
    }
    return (await pollUntil(systemClock, answered, WAIT)) ?? client.call(endpoint, sent)
  }
  return { house, programs, server, call }
}

/** The tables of a database, to be compared. */
async function shapeOf({ db }: TestDatabase) {
  const { rows } = await sql`
    select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), true from pg_constraint
     where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text, true from pg_trigger where not tgisinternal
    union all
    select tablename, indexname, indexdef, true from pg_indexes where schemaname = 'public' order by 1, 2, 3`.execute(
    db,
  )
  return rows
}

test('A backup from before the baseline is restored, with its account, its bids, its receipt and its login, into the tables of now', async () => {
  const keys = await readKeys()
  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  const restoring = { DATABASE_URL: as('owner', target.url), BIDWELL_DATA: await aFolder(), ...keys }
  const { stdout } = await run(restoring, 'restore', OLDER)
  expect(stdout).toMatch(/Restored: 1 account, as of .*\n.*One bid waits for its owner/)
  await using fresh = await createTestDatabase()
  expect(await shapeOf(target)).toEqual(await shapeOf(fresh))

  const { call, server } = await startInstallation(target.url, keys)
  const signedIn = await call(api.signIn, { body: { ...OWNER, remember_me: false } })
  expect(signedIn.status).toBe(200)
  const { token } = signedIn.body
  const { bids } = (await call(api.listBids, { token })).body.data
  expect(bids).toMatchObject([
    { title: 'Seiko 6139', status: 'won', max_bid: 25 },
    { title: 'Brass lamp', status: 'pending', phase: 'restored', max_bid: 25, seconds_before_end: 8 },
  ])
  const [won, waiting] = bids
  const receipt = await call(api.readReceipt, { token, params: { id: won?.id ?? 0 } })
  const kinds = receipt.body.data.events.map(({ kind }) => kind)
  expect(kinds.filter((kind) => ['scheduled', 'armed', 'locked_in', 'sent', 'settled'].includes(kind))).toEqual([
    'scheduled',
    'armed',
    'locked_in',
    'sent',
    'settled',
  ])
  const status = await call(api.readCredentialsStatus, { token })
  expect(status.body.data).toMatchObject({ hasCredentials: true, username: 'd••o' })

  const keeping = await call(api.keepWaitingBids, { token, body: { waiting: [{ kind: 'restored', id: waiting?.id }] } })
  expect(keeping.body.data).toMatchObject({ bids: [{ id: waiting?.id, phase: 'waiting' }], refused: [] })
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
