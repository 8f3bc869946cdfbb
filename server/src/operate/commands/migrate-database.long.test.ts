import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { MIGRATIONS } from '../../platform/database/read-migrations.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { migrateDatabase } from './migrate-database.ts'

const LATER = '9999-later.sql'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An installation, and a version whose database has one more column. */
async function startOlder() {
  const it = await createTestDatabase()
  onTestFinished(() => it[Symbol.asyncDispose]())
  const [dataDir, folder] = [await aFolder(), await aFolder()]
  for (const name of await readdir(MIGRATIONS))
    await writeFile(join(folder, name), await readFile(new URL(name, MIGRATIONS)))
  await writeFile(join(folder, LATER), 'alter table accounts add column later text;')
  const given = { DATABASE_URL: it.url, BIDWELL_DATA: dataDir }
  return {
    ...it,
    migrate: (change: Record<string, string> = {}) =>
      migrateDatabase({ ...given, ...change }, neverAborted, pathToFileURL(`${folder}/`)),
    isApplied: async () => (await sql`select from migrations where name = ${LATER}`.execute(it.db)).rows.length === 1,
    copies: () => readdir(join(dataDir, 'backups')).catch(() => []),
  }
}

test('An older database is backed up and changed, and only while no process runs', async () => {
  const it = await startOlder()
  {
    await using engine = openDatabase({ url: it.url, applicationName: 'bidwell engine', poolSize: 1 })
    await sql`select 1`.execute(engine.db)
    await expect(it.migrate()).rejects.toThrow('Nothing was changed, as bidwell engine still runs: stop all processes')
  }
  expect([await it.isApplied(), await it.copies()]).toEqual([false, []])
  await it.migrate()
  expect(await it.isApplied()).toBe(true)
  const isVerified = await it.db.selectFrom('backups').select('verified_at').executeTakeFirstOrThrow()
  expect(isVerified.verified_at).not.toBeNull()
  expect(await it.copies()).toEqual([expect.stringMatching(/^bidwell-.+-before-upgrade\.age$/)])
  // Up to date: nothing to back up.
  await it.migrate()
  expect(await it.copies()).toHaveLength(1)
})

test('A migration gives way to those who wait behind it for a table, and is applied when a long transaction ends', async () => {
  const it = await startOlder()
  await using other = openDatabase({ url: it.url, applicationName: 'a report', poolSize: 1 })
  const report = await other.db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(report)
  await sql`select count(*) from accounts`.execute(report)
  const ended = it.migrate({ BACKUPS: 'off' })
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where application_name = 'bidwell migrate' and wait_event_type = 'Lock'`.execute(
      it.db,
    )
    return rows.length > 0 || null
  }
  expect(await pollUntil(systemClock, waits, { everyMs: 50, forMs: 60_000 })).toBe(true)
  // A sign-in that comes now waits behind the migration, and not for the end of the report.
  await sql`select email from accounts`.execute(it.db)
  expect(await it.isApplied()).toBe(false)
  await report.commit().execute()
  await ended
  expect(await it.isApplied()).toBe(true)
})

test('Nothing is changed when the backup before it fails, and BACKUPS=off goes on without one', async () => {
  const it = await startOlder()
  const wrong = { BACKUP_FOLDER: '/dev/null/backups' }
  await expect(it.migrate(wrong)).rejects.toThrow(/^Nothing was changed, as the backup before it failed: .+BACKUPS=off/)
  expect(await it.isApplied()).toBe(false)
  await it.migrate({ ...wrong, BACKUPS: 'off' })
  expect(await it.isApplied()).toBe(true)
})

test('An empty database is made without a backup', async () => {
  await using empty = await createTestDatabase({ bare: true })
  const dataDir = await aFolder()
  await migrateDatabase({ DATABASE_URL: empty.url, BIDWELL_DATA: dataDir }, neverAborted)
  const { rows } = await sql`select from migrations`.execute(empty.db)
  expect([rows.length, await readdir(dataDir)]).toEqual([(await readdir(MIGRATIONS)).length, []])
})
