import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Db } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'

const MIGRATED = 'The database has the shape of this version.\n'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const LATE = '0072-suspended-accounts.sql'

/** An installation with a bid that is due within a minute, whose database lacks a migration of this version. */
async function startOlder() {
  const sniping = await startSniping()
  onTestFinished(() => sniping[Symbol.asyncDispose]())
  const { bidId } = await sniping.snipe({ endsInSeconds: 55 })
  await sql`alter table accounts drop column suspended_at, drop column suspended_because`.execute(sniping.db)
  await sql`drop index accounts_by_beginning_of_email`.execute(sniping.db)
  await sql`delete from migrations where name = ${LATE}`.execute(sniping.db)
  const env = { PATH: process.env['PATH'], DATABASE_URL: sniping.url, BIDWELL_DATA: sniping.dataDir }
  const migrate = (...options: string[]) => {
    const child = spawn(process.execPath, [MAIN, 'migrate', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  return { ...sniping, bidId, env, migrate, copies: () => readdir(join(sniping.dataDir, 'backups')).catch(() => []) }
}

const isApplied = async (db: Db) => {
  const { rows } = await sql`select from migrations where name = ${LATE}`.execute(db)
  return rows.length === 1
}

const until = (isSo: () => Promise<boolean>) =>
  pollUntil(systemClock, async () => (await isSo()) || null, { everyMs: 50, forMs: 60_000 })

async function endOf(child: ChildProcess) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { code, stdout, stderr }
}

test('An older database is backed up and changed in a minute without bids', async () => {
  const it = await startOlder()
  const child = it.migrate()
  const ended = endOf(child)
  const isVerified = async () => {
    const rows = await it.db.selectFrom('backups').select('verified_at').execute()
    return rows.length === 1 && rows[0]?.verified_at !== null
  }
  expect(await until(isVerified)).toBe(true)
  expect(await isApplied(it.db)).toBe(false)
  expect(child.exitCode).toBe(null)
  await sql`update bids set status = 'cancelled', outcome = 'cancelled' where id = ${it.bidId}`.execute(it.db)
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(await isApplied(it.db)).toBe(true)
  expect(await it.copies()).toEqual([expect.stringMatching(/^bidwell-.+-before-upgrade\.age$/)])
  // Up to date: nothing to back up.
  expect(await endOf(it.migrate())).toMatchObject({ code: 0, stdout: MIGRATED, stderr: '' })
  expect(await it.copies()).toHaveLength(1)
})

test('A migration gives way to those who wait behind it for a table, and is applied when a long transaction ends', async () => {
  const it = await startOlder()
  await using other = openDatabase({ url: it.url, applicationName: 'a report', poolSize: 1 })
  const report = await other.db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(report)
  await sql`select count(*) from accounts`.execute(report)
  const ended = endOf(it.migrate('--now'))
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where application_name = 'bidwell migrate' and wait_event_type = 'Lock'`.execute(
      it.db,
    )
    return rows.length > 0
  }
  expect(await until(waits)).toBe(true)
  // A sign-in that comes now waits behind the migration, and not for the end of the report.
  await sql`select email from accounts`.execute(it.db)
  expect(await isApplied(it.db)).toBe(false)
  await report.commit().execute()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(await isApplied(it.db)).toBe(true)
})

test('Nothing is changed when the backup before it fails, and BACKUPS=off goes on without one', async () => {
  const it = await startOlder()
  const wrong = { ...it.env, BACKUP_FOLDER: '/dev/null/backups' }
  const failing = spawn(process.execPath, [MAIN, 'migrate', '--now'], { env: wrong, stdio: ['ignore', 'pipe', 'pipe'] })
  const { code, stderr } = await endOf(failing)
  expect([code, stderr]).toEqual([
    78,
    expect.stringMatching(/^Nothing was changed, as the backup before it failed: .+BACKUPS=off/),
  ])
  expect(await isApplied(it.db)).toBe(false)
  const without = spawn(process.execPath, [MAIN, 'migrate', '--now'], {
    env: { ...wrong, BACKUPS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(await endOf(without)).toMatchObject({ code: 0, stdout: MIGRATED })
  expect(await isApplied(it.db)).toBe(true)
})

test('An empty database is made without a backup', async () => {
  await using empty = await createTestDatabase({ bare: true })
  const env = { PATH: process.env['PATH'], DATABASE_URL: empty.url, BIDWELL_DATA: '/nonexistent' }
  const child = spawn(process.execPath, [MAIN, 'migrate'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  expect(await endOf(child)).toMatchObject({ code: 0, stdout: MIGRATED, stderr: '' })
  expect(await isApplied(empty.db)).toBe(true)
})
