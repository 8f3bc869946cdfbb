import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { emptyDatabase } from '../../../test/restoring.ts'
import { as } from '../../../test/run-on-server.ts'
import { startEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { digestTables } from '../backups/verify-backup.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const AT = new Date()

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const run = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

/** A scheduled bid of a new account on an auction that ends tomorrow. */
async function aBid(db: Db): Promise<number> {
  const accountId = await insertAccount(db, AT)
  const { rows } = await sql<{ id: number }>`
    with listing as (
      insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents,
                            minimum_bid_cents, bid_increment_cents, bid_count, ends_at, last_checked_at, created_at, updated_at)
      values ('auction-house', '500000001', '1', 'Seiko 6139', 100, 100, 200, 100, 0, now() + interval '1 day', ${AT}, ${AT}, ${AT})
      returning id
    ), tracked as (
      insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select ${accountId}, id, ${AT}, ${AT} from listing returning id, listing_id)
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, created_at, updated_at)
    select ${accountId}, id, listing_id, 4000, 5, now() + interval '1 day' - interval '5 s', ${AT}, ${AT} from tracked
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

async function digestsOf(url: string) {
  const client = new Client(url)
  await client.connect()
  const digests = await digestTables(client)
  await client.end()
  return digests
}

/** What a restore changes where nobody is signed in. */
const CHANGED = ['backups', 'bids', 'bid_events', 'notifications', 'deliveries']

test('An installation moves from the built-in PostgreSQL to one of its own with equal rows, and asks before it sends a bid', async () => {
  const dataDir = await aFolder()
  const old = await startEmbedded(dataDir)
  onTestFinished(() => old.stop())
  await migrate(old.urls.owner)
  const database = openDatabase({ url: old.urls.owner, applicationName: 'test', poolSize: 2 })
  const bidId = await aBid(database.db)
  const here = { BIDWELL_DATA: dataDir }

  const made = await run(here, 'backup')
  expect([made.code, made.stderr]).toEqual([0, ''])
  const [file = ''] = await readdir(join(dataDir, 'backups'))

  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  const path = join(dataDir, 'backups', file)
  const newFolder = await aFolder()
  const there = { DATABASE_URL: as('owner', target.url), BIDWELL_DATA: newFolder }
  expect((await run(there, 'restore', path)).stderr).toContain('BACKUP_IDENTITY must be set')
  await copyFile(join(dataDir, 'keys.env'), join(newFolder, 'keys.env'))
  await target.database[Symbol.asyncDispose]()
  const restored = await run(there, 'restore', path)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toContain('One bid waits for its owner: nothing is sent without an answer')

  const [before, after] = [await digestsOf(old.urls.owner), await digestsOf(target.url)]
  for (const table of CHANGED) [before, after].forEach((digests) => digests.delete(table))
  expect(after).toEqual(before)
  const moved = openDatabase({ url: target.url, applicationName: 'test', poolSize: 2 })
  onTestFinished(() => moved[Symbol.asyncDispose]())
  const bid = await moved.db.selectFrom('bids').selectAll().where('id', '=', bidId).executeTakeFirstOrThrow()
  expect(bid).toMatchObject({ status: 'pending', restored_from: expect.any(Date), max_bid_cents: 4_000 })
  await database[Symbol.asyncDispose]()
})

test('A backup is restored into the data folder of a fresh installation, and refused while Bidwell runs or once it has accounts', async () => {
  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  await migrate(as('owner', target.url))
  await aBid(target.db)
  const oldFolder = await aFolder()
  const made = await run({ DATABASE_URL: as('owner', target.url), BIDWELL_DATA: oldFolder }, 'backup')
  expect([made.code, made.stderr]).toEqual([0, ''])
  const [file = ''] = await readdir(join(oldFolder, 'backups'))
  const path = join(oldFolder, 'backups', file)

  const dataDir = await aFolder()
  await copyFile(join(oldFolder, 'keys.env'), join(dataDir, 'keys.env'))
  const restored = await run({ BIDWELL_DATA: dataDir }, 'restore', path)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toMatch(
    /Restored: 1 account, as of .*\n.*One bid waits for its owner: nothing is sent without an answer/,
  )

  const again = await run({ BIDWELL_DATA: dataDir }, 'restore', path)
  expect([again.code, again.stderr]).toEqual([78, expect.stringContaining('The database has 1 account')])
  const server = await startEmbedded(dataDir)
  onTestFinished(() => server.stop())
  const { lockSupervisor } = await import('../../supervisor/supervisor-lock.ts')
  await using _supervisor = await lockSupervisor(server.urls.owner)
  const running = await run({ BIDWELL_DATA: dataDir }, 'restore', path)
  expect([running.code, running.stderr]).toEqual([
    78,
    expect.stringContaining('Bidwell runs from this data folder already'),
  ])
  expect(await readFile(path)).not.toHaveLength(0)
})
