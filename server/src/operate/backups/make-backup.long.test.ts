import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { insertAccount } from '../../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { isAlive, readLockFile } from '../../platform/database/embedded/lock-file.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { checkBackupFile } from './check-backup-file.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const AT = new Date()

/** A database with accounts, a data folder, and the command `backup` over both. */
async function anInstallation(settings: Record<string, string> = {}, accounts = 3) {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  for (let count = 0; count < accounts; count += 1) await insertAccount(database.db, AT)
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, BIDWELL_DATA: folder, ...settings }
  const backup = () =>
    promisify(execFile)(process.execPath, [MAIN, 'backup'], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  return {
    ...database,
    folder,
    backups: join(folder, 'backups'),
    env,
    backup,
    rows: () => database.db.selectFrom('backups').selectAll().orderBy('id').execute(),
    files: async () => (await readdir(join(folder, 'backups'))).toSorted(),
  }
}

const rowOf = async ({ rows }: { rows: () => Promise<object[]> }) => (await rows()).at(-1)

test('The command backup makes its key once, and one verified file each time, which the key opens', async () => {
  const it = await anInstallation()
  await writeFile(join(it.folder, 'keys.env'), 'VAULT_KEYS=kept')
  const { code, stdout, stderr } = await it.backup()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /bidwell-[\dTZ-]+\.age has \d+ rows in \d+ bytes[^]*loaded into a database of its own, and is equal/,
  )
  const [file = ''] = await it.files()
  expect(await it.files()).toEqual([expect.stringMatching(/^bidwell-[\dTZ-]+\.age$/)])
  const path = join(it.backups, file)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await it.rows()).toMatchObject([{ file, bytes: (await stat(path)).size, failure: null, removed_at: null }])
  expect((await it.rows())[0]?.verified_at).toBeInstanceOf(Date)

  const keys = await readFile(join(it.folder, 'keys.env'), 'utf8')
  expect((await stat(join(it.folder, 'keys.env'))).mode & 0o777).toBe(0o600)
  const [, identity = ''] = /^VAULT_KEYS=kept\nBACKUP_IDENTITY=(AGE-SECRET-KEY-1\w+)\n$/.exec(keys) ?? []
  const manifest = await checkBackupFile({ path, identities: [identity] })
  expect(manifest.tables.find(({ name }) => name === 'accounts')?.rows).toBe(3)
  // The row of the backup itself was added after the snapshot.
  expect(manifest.tables.find(({ name }) => name === 'backups')?.rows).toBe(0)

  expect((await it.backup()).code).toBe(0)
  expect(await readFile(join(it.folder, 'keys.env'), 'utf8')).toBe(keys)
  expect(await it.rows()).toHaveLength(2)
})

test('Journals of engines are in a backup as they were, an empty one is not', async () => {
  const it = await anInstallation()
  await mkdir(join(it.folder, 'engine'))
  await writeFile(join(it.folder, 'engine', 'journal-1-2.ndjson'), '{"kind":"sent"}\n')
  await writeFile(join(it.folder, 'engine', 'journal-3-4.ndjson'), '')
  await writeFile(join(it.folder, 'engine', 'folder-id'), 'x')
  expect((await it.backup()).code).toBe(0)
  const identity = /AGE-SECRET-KEY-1\w+/.exec(await readFile(join(it.folder, 'keys.env'), 'utf8'))?.[0] ?? ''
  const [file = ''] = await it.files()
  const manifest = await checkBackupFile({ path: join(it.backups, file), identities: [identity] })
  expect(manifest.journals).toMatchObject([{ name: 'journal-1-2.ndjson', bytes: 16 }])
})

test('A backup that is killed while it is made leaves no file that counts, and the next one cleans up', async () => {
  const it = await anInstallation()
  await using blocker = await lockTable(it, 'bids')
  const child = spawn(process.execPath, [MAIN, 'backup'], { env: it.env })
  await untilWaiting(it)
  expect(await rowOf(it)).toMatchObject({ ended_at: null, file: null })
  expect(await it.files()).toEqual([expect.stringMatching(/\.partial-\d+$/)])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker[Symbol.asyncDispose]()
  const { code } = await it.backup()
  expect(code).toBe(0)
  expect(await it.files()).toEqual([expect.stringMatching(/\.age$/)])
  expect(await it.rows()).toMatchObject([
    { file: null, verified_at: null, failure: 'Its process ended before the backup was finished' },
    { failure: null },
  ])
})

test('A backup that is asked to stop leaves nothing behind, and says that it was given up', async () => {
  const it = await anInstallation()
  await using blocker = await lockTable(it, 'bids')
  const child = spawn(process.execPath, [MAIN, 'backup'], { env: it.env })
  await untilWaiting(it)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
  expect(await it.files()).toEqual([])
  expect(await rowOf(it)).toMatchObject({ file: null, verified_at: null })
  await blocker[Symbol.asyncDispose]()
})

test('A backup that is killed while it is verified leaves a database, which the next one stops and removes', async () => {
  const it = await anInstallation()
  const child = spawn(process.execPath, [MAIN, 'backup'], { env: it.env })
  const cluster = join(it.backups, `scratch-${child.pid}`, 'postgres')
  const server = await pollUntil(systemClock, async () => readLockFile(cluster), { everyMs: 5, forMs: 60_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await rowOf(it)).toMatchObject({ verified_at: null, ended_at: null, file: expect.any(String) })
  expect((await it.backup()).code).toBe(0)
  expect(isAlive(server!.pid)).toBe(false)
  // The first one was whole, but a later one is verified.
  expect(await it.files()).toEqual([expect.stringMatching(/\.age$/)])
  expect(await it.rows()).toMatchObject([
    { verified_at: null, failure: 'Its process ended before the backup was finished', removed_at: expect.any(Date) },
    { verified_at: expect.any(Date), removed_at: null },
  ])
})

test('A file in the folder that is not of a backup stays, whatever its name', async () => {
  const it = await anInstallation()
  await mkdir(it.backups)
  const names = ['bidwell-2001-01-01T00-00-00-000Z.age', 'notes.txt', 'bidwell-x.age.partial-1']
  for (const name of names) await writeFile(join(it.backups, name), 'mine')
  expect((await it.backup()).code).toBe(0)
  expect(await it.files()).toEqual(expect.arrayContaining(names))
})

test('Two backups of one database are not made at a time', async () => {
  const it = await anInstallation()
  await using blocker = await lockTable(it, 'bids')
  const first = it.backup()
  await untilWaiting(it)
  expect((await it.backup()).stderr).toBe('Another backup of this database is being made: wait for its end\n')
  await blocker[Symbol.asyncDispose]()
  expect((await first).code).toBe(0)
  expect(await it.rows()).toHaveLength(1)
})

test('Writes go on while a backup reads, and the backup is of one instant', async () => {
  const it = await anInstallation()
  // The backup waits at the table of bids, which comes after the accounts, and has its snapshot.
  await using blocker = await lockTable(it, 'bids')
  const backing = it.backup()
  await untilWaiting(it)
  await insertAccount(it.db, AT)
  await sql`update accounts set updated_at = now()`.execute(it.db)
  await sql`insert into incidents (kind, began_at) values ('seen_later', now())`.execute(it.db)
  await blocker[Symbol.asyncDispose]()
  expect((await backing).code).toBe(0)
  const identity = /AGE-SECRET-KEY-1\w+/.exec(await readFile(join(it.folder, 'keys.env'), 'utf8'))?.[0] ?? ''
  const [file = ''] = await it.files()
  const { tables } = await checkBackupFile({ path: join(it.backups, file), identities: [identity] })
  const rowsIn = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows
  expect([rowsIn('accounts'), rowsIn('incidents')]).toEqual([3, 0])
})

test('In production, a backup without a key for it is refused by the name of the setting', async () => {
  const it = await anInstallation({ NODE_ENV: 'production' })
  const { code, stderr } = await it.backup()
  expect([code, stderr]).toEqual([78, expect.stringMatching(/^BACKUP_IDENTITY must be what/)])
})

test('A folder that cannot be made is told, and stands as the reason of the failure', async () => {
  const it = await anInstallation()
  await writeFile(join(it.folder, 'file'), '')
  const env = { ...it.env, BACKUP_FOLDER: join(it.folder, 'file', 'backups') }
  const failed = promisify(execFile)(process.execPath, [MAIN, 'backup'], { env })
  await expect(failed).rejects.toMatchObject({ code: 78, stderr: expect.stringMatching(/^ENOTDIR/) })
  expect(await rowOf(it)).toMatchObject({ ended_at: expect.any(Date), failure: expect.stringMatching(/^ENOTDIR/) })
})

test('A backup that is asked to stop while it is verified stops its database, and removes it', async () => {
  const it = await anInstallation()
  const child = spawn(process.execPath, [MAIN, 'backup'], { env: it.env })
  const cluster = join(it.backups, `scratch-${child.pid}`, 'postgres')
  const server = await pollUntil(systemClock, async () => readLockFile(cluster), { everyMs: 5, forMs: 60_000 })
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
  expect(isAlive(server!.pid)).toBe(false)
  expect(await it.files()).toEqual([expect.stringMatching(/\.age$/)])
  expect(await rowOf(it)).toMatchObject({ verified_at: null, failure: expect.stringContaining('given up') })
})

test('A full disk is told, leaves no part of a file, and the backups before it stay', async () => {
  const it = await anInstallation()
  expect((await it.backup()).code).toBe(0)
  const before = await it.files()
  // A file may have eight blocks: what the kernel says of a full disk differs only in its name.
  const { stderr } = await promisify(execFile)(
    '/bin/sh',
    ['-c', 'trap "" XFSZ; ulimit -f 8; exec "$@"', 'sh', process.execPath, MAIN, 'backup'],
    { env: it.env },
  ).catch((error: { stderr: string }) => error)
  expect(stderr).toMatch(/EFBIG|disk of the backups is full/)
  expect(await it.files()).toEqual(before)
  expect(await rowOf(it)).toMatchObject({ file: null, verified_at: null, failure: expect.any(String) })
})

/** Holds a lock that every reader of the table waits for. */
async function lockTable({ db }: TestDatabase, table: string): Promise<AsyncDisposable> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return {
    async [Symbol.asyncDispose]() {
      release.resolve()
      await holding
    },
  }
}

async function untilWaiting({ db }: TestDatabase) {
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
       where datname = current_database() and application_name = 'bidwell backup' and not granted`.execute(db)
    return rows.length > 0 || null
  }
  expect(await pollUntil(systemClock, isWaiting, { everyMs: 20, forMs: 60_000 })).toBe(true)
}
