import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAuctionHouse } from '@bidwell/auction-house'
import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { examine } from '../../../test/examine.ts'
import { generateKeys } from '../../config/keys.ts'
import { keepUnknownReply } from '../../marketplace/keep-unknown-reply.ts'
import { systemClock } from '../../platform/clock.ts'
import { admitPatient } from './admit-patient.ts'
import { judgeVersion } from './check-database.ts'
import { ok } from './check.ts'
import { formatResults } from './format-results.ts'
import { runChecks } from './run-checks.ts'

const SITE = 'auction-house'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database in which no process of Bidwell works, so that what a test adds stays as it is. */
async function aQuietDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const env = {
    BIDWELL_DATA: await newFolder(),
    DATABASE_URL: database.url,
    PORT: '1',
    ...generateKeys(),
  }
  /** The lines of one check. */
  const linesOf = async (name: string, more: NodeJS.ProcessEnv = {}) =>
    (await examine({ ...env, ...more })).lines.filter((line) => line.slice(5).startsWith(`${name}: `))
  return { db: database.db, env, linesOf }
}

test('A variable that almost spells a setting is named, with the setting', async () => {
  const { linesOf } = await aQuietDatabase()
  expect(await linesOf('configuration', { SMTP_ULR: 'x' })).toEqual([
    'WARN configuration: SMTP_ULR is no setting. If you mean SMTP_URL, correct it.',
  ])
})

test('What runs is told as the administrator reads it, and a pause for everybody', async () => {
  const { db, linesOf } = await aQuietDatabase()
  const { title, text, remedy } = messages.troubles.describe('no_engine', { count: 0, measure: null, names: [] })
  expect(await linesOf('troubles')).toEqual([
    `FAIL troubles: ${title}. ${text} ${remedy}`,
    expect.stringMatching(/^FAIL troubles: The background jobs do not run\. /),
  ])
  await sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at)
            values ('host', 1, 'then', now(), clock_timestamp() + interval '1 hour')`.execute(db)
  await sql`insert into jobs_processes (host, pid, started_at, beat_at) values ('host', 1, now(), now() + interval '1 hour')`.execute(
    db,
  )
  expect(await linesOf('troubles')).toEqual(['OK   troubles: nothing is wrong with what runs.'])
  await sql`update operator_pause set state = 'all', reason = 'Rest', since = now()`.execute(db)
  expect(await linesOf('troubles')).toEqual([
    'WARN troubles: everybody\'s bids are paused. If that is over: "npm run bidwell pause off".',
  ])
})

test('A site that cannot be reached is named, and while reads are held back, it is asked no more', async () => {
  const { db, linesOf } = await aQuietDatabase()
  expect(await linesOf('site')).toEqual([
    expect.stringMatching(
      /^FAIL site: 127\.0\.0\.1 does not tell its time \(connection\): .* Check this machine's network, and STAND_INS\.$/,
    ),
  ])
  await sql`
    update read_budgets set state = 'backing_off', state_since = now(), failure_kind = 'rate_limited', failures = 3,
                            next_try_at = now() + interval '1 min'`.execute(db)
  expect(await linesOf('site')).toEqual(['OK   site: 127.0.0.1 was not asked: reads that can wait are held back.'])
})

test('A site that refuses the installation is told as such, and no password is wrong', async () => {
  const { linesOf } = await aQuietDatabase()
  await using house = await startAuctionHouse({ port: 0, sampleItems: false })
  const env = { STAND_INS: `site=${house.apiUrl}` }
  expect(await linesOf('site', env)).toEqual(['OK   site: 127.0.0.1 tells its time.'])
  house.control.addFault({ kind: 'status', status: 403 })
  const refuses = "Auction House refuses this computer's address or this program. It is not your password."
  expect(await linesOf('site', env)).toEqual([
    `FAIL site: ${refuses} 127.0.0.1 does not tell its time (blocked, HTTP 403). ${messages.auction.refusalRemedy}`,
  ])
})

test('What the site has said that is not known is printed', async () => {
  const { db, linesOf } = await aQuietDatabase()
  await keepUnknownReply(db, SITE, 'ItemBid/PlaceBid: {"result":-20}')
  const [, printed] = await linesOf('site')
  expect(printed).toMatch(
    /^OK {3}site: on \d{4}-\d\d-\d\d, the site gave .*, ItemBid\/PlaceBid: \{"result":-20\}\. Please send us this line/,
  )
})

test('A check that takes too long, and one that fails by itself, are findings, and the others are made', async () => {
  const { env } = await aQuietDatabase()
  // Every wait is over at once.
  const clock = { ...systemClock, sleepUntil: () => new Promise<void>((resolve) => setImmediate(resolve)) }
  await using patient = await admitPatient(env, { clock })
  const results = await runChecks(patient, [
    { name: 'slow', run: () => new Promise(() => {}) },
    { name: 'broken', run: () => Promise.reject(new Error('no idea')) },
    { name: 'other', run: async () => ok('all is well') },
  ])
  expect(formatResults(results)).toEqual([
    'FAIL slow: no answer within 10 seconds. See what it waits for, and run this again.',
    'FAIL broken: the check failed: no idea. Run this again; if it stays, send us this line.',
    'OK   other: all is well.',
  ])
})

test('An installation that does not run is examined as far as that goes, and nothing is started', async () => {
  const folder = await newFolder()
  const { lines, trouble, exitCode } = await examine({ BIDWELL_DATA: folder, PORT: '1' })
  expect(trouble).toContain(
    `WARN database: Bidwell does not run from ${folder}, and neither does its database. Start it by "npm start", and run ` +
      'this again.',
  )
  expect(trouble.filter((line) => line.includes('because Bidwell does not run'))).toHaveLength(4)
  expect(lines.filter((line) => line.startsWith('OK'))).toHaveLength(3)
  expect(exitCode).toBe(2) // the public address leads nowhere
  expect(await readdir(folder)).toEqual([])
})

test('A database without tables is named with the command that makes them', async () => {
  await using bare = await createTestDatabase({ bare: true })
  const { trouble } = await examine({ BIDWELL_DATA: await newFolder(), DATABASE_URL: bare.url, ...generateKeys() })
  expect(trouble).toContainEqual(expect.stringMatching(/^FAIL troubles: .* Run "npm run bidwell migrate"\.$/))
})

test.each([
  [120_016, /^FAIL PostgreSQL 12\.16 is too old/],
  [160_002, /^WARN PostgreSQL 16\.2 answers; Bidwell is tested with 18/],
  [180_004, /^OK PostgreSQL 18\.4 answers/],
])('PostgreSQL %i is judged by its version', (version, line) => {
  const { level, found } = judgeVersion(version)
  expect(`${level.toUpperCase()} ${found}`).toMatch(line)
})
