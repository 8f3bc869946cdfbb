import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertAccount } from '../../test/add-rows.ts'
import type { TestDatabase } from '../../test/copy-database.ts'
import { createTestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { emptyDatabase, openRestoring } from '../../test/restoring.ts'
import { as } from '../../test/run-on-server.ts'
import type { Manifest } from '../backups/manifest.ts'
import { readConfig } from '../config/config.ts'
import { generateKeys, keysAsText } from '../config/keys.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/database/migrate.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { readProgress, restoreFolderIn, uploadIn } from '../uploads/restore-folder.ts'
import { checkUpload, restoreUpload, type Uploaded } from './restore-upload.ts'

const NAME = 'bidwell-2026.age'
let folder: string
let restoring: Awaited<ReturnType<typeof openRestoring>>
let source: TestDatabase
let backup: Awaited<ReturnType<typeof restoring.backUp>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  restoring = await openRestoring(folder)
  source = await createTestDatabase()
  await insertAccount(source.db, new Date())
  backup = await restoring.backUp(source.url)
})
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** An empty installation with keys of its own, to which a file was sent. */
async function uploadTo({ path, keys = {} }: { path: string; keys?: Record<string, string> }) {
  const target = await emptyDatabase()
  onTestFinished(() => target[Symbol.asyncDispose]())
  await target.database[Symbol.asyncDispose]()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await mkdir(join(dataDir, 'logs'))
  await mkdir(restoreFolderIn(dataDir))
  await copyFile(path, uploadIn(dataDir))
  const own = generateKeys()
  await writeFile(join(dataDir, 'keys.env'), keysAsText(own))
  const stopping = new AbortController()
  const env = {
    PATH: process.env['PATH'],
    BIDWELL_DATA: dataDir,
    DATABASE_URL: as('owner', target.url),
    PORT: String(await freePort()),
  }
  const uploaded: Uploaded = {
    request: {
      kind: 'restore',
      ticket: 'ticket',
      fileName: NAME,
      keys: { BACKUP_IDENTITY: backup.identities.join(','), ...generateKeys(), ...keys },
    },
    env,
    config: readConfig(env),
    stopped: stopping.signal,
  }
  const progress = async () => {
    const { state, lines = [] } = (await readProgress(dataDir)) ?? {}
    return { state, last: lines.at(-1), lines }
  }
  const logs = () => readFile(join(dataDir, 'logs', 'restore.log'), 'utf8')
  const left = () => readdir(restoreFolderIn(dataDir))
  const keptKeys = async () => parseEnv(await readFile(join(dataDir, 'keys.env'), 'utf8'))
  return { uploaded, progress, logs, left, keptKeys, own, target, stop: () => stopping.abort() }
}

const changed = async (change: Partial<Manifest>) => (await restoring.backUp(source.url, { change })).path

async function tablesIn(target: TestDatabase) {
  const database = target.openAs('owner')
  const tables = await database.db.introspection.getTables()
  await database[Symbol.asyncDispose]()
  return tables.map(({ name }) => name)
}

/** The backup with a byte changed near its end. */
async function damagedBackup() {
  const path = join(folder, 'damaged.age')
  const data = await readFile(backup.path)
  data[data.length - 20] = (data[data.length - 20] ?? 0) ^ 1
  await writeFile(path, data)
  return path
}

test('A backup is checked and restored, its keys stand in front of those of the installation, and the file is removed', async () => {
  const { uploaded, progress, logs, left, keptKeys, own, target } = await uploadTo({ path: backup.path })
  expect(await checkUpload(uploaded)).toBe(true)
  expect(await progress()).toMatchObject({
    state: 'restoring',
    lines: [`Checking ${NAME}`, expect.stringMatching(/^It can be restored: .* rows/)],
  })

  const url = `http://127.0.0.1:${uploaded.config.http.port}`
  const whileStopped = async () => {
    const answer = await fetch(`${url}/api/restore/ticket`).catch(() => null)
    const state = ((await answer?.json()) as { data?: { state?: string } } | undefined)?.data?.state
    if (state === undefined) return null
    const statuses = await Promise.all(
      ['/', '/api/health', '/api/restore/other'].map(async (path) => (await fetch(url + path)).status),
    )
    return [state, ...statuses]
  }
  const [seen] = await Promise.all([
    pollUntil(systemClock, whileStopped, { everyMs: 20, forMs: 60_000 }),
    restoreUpload(uploaded),
  ])
  expect(seen).toEqual(['restoring', 503, 503, 503])
  const { state, lines } = await progress()
  expect([state, ...lines]).toEqual([
    'restored',
    `Checking ${NAME}`,
    expect.stringMatching(/^Loading .* rows/),
    'Granting the roles their rights',
    expect.stringMatching(/^Restored: 1 account/),
  ])
  expect(await left()).toEqual(['progress.json'])
  const { BACKUP_IDENTITY, VAULT_KEYS, SESSION_KEYS } = uploaded.request.keys
  expect(await keptKeys()).toEqual({
    BACKUP_IDENTITY,
    VAULT_KEYS: `${VAULT_KEYS},${own.VAULT_KEYS}`,
    SESSION_KEYS: `${SESSION_KEYS},${own.SESSION_KEYS}`,
  })
  for (const key of [BACKUP_IDENTITY, VAULT_KEYS, SESSION_KEYS]) expect(await logs()).not.toContain(key)
  const database = target.openAs('owner')
  expect(await database.db.selectFrom('accounts').select('id').execute()).toHaveLength(1)
  await database[Symbol.asyncDispose]()
})

const LATER = { release: '9.0.0', migrations: [{ name: '9999-later.sql', checksum: 'of another text' }] }

test.each([
  { what: 'a damaged file', path: damagedBackup, sentence: `${NAME} is damaged, or no backup of Bidwell` },
  {
    what: 'a file of a later release',
    path: () => changed(LATER),
    sentence: 'The backup was made by Bidwell 9.0.0, whose database has 9999-later.sql, and this Bidwell has not',
  },
  {
    what: 'a file of a later format',
    path: () => changed(JSON.parse('{ "format": 2 }')),
    sentence: `${NAME} has the format 2 of a later Bidwell`,
  },
  {
    what: 'a file whose sealed contents need other keys',
    path: () => changed({ keys: { vault: ['gone'], session: [] } }),
    sentence: 'The backup is sealed with keys that are not here: "gone" of VAULT_KEYS',
  },
])(
  'The check refuses $what, removes the file, and leaves keys and database as they were',
  async ({ path, sentence }) => {
    const { uploaded, progress, left, keptKeys, own, target } = await uploadTo({ path: await path() })
    expect(await checkUpload(uploaded)).toBe(false)
    expect(await progress()).toMatchObject({ state: 'failed', last: expect.stringContaining(sentence) })
    expect(await left()).toEqual(['progress.json'])
    expect(await keptKeys()).toEqual({ VAULT_KEYS: own.VAULT_KEYS, SESSION_KEYS: own.SESSION_KEYS })
    expect(await tablesIn(target)).toEqual([])
  },
)

test('A database in which somebody has registered since the check keeps its account, and the page learns why', async () => {
  const { uploaded, progress, left, target } = await uploadTo({ path: backup.path })
  expect(await checkUpload(uploaded)).toBe(true)
  await migrate(as('owner', target.url))
  const database = target.openAs('owner')
  const id = await insertAccount(database.db, new Date())
  await database[Symbol.asyncDispose]()

  await restoreUpload(uploaded)
  expect(await progress()).toMatchObject({
    state: 'failed',
    last: expect.stringContaining('The database has 1 account'),
  })
  expect(await left()).toEqual(['progress.json'])
  const after = target.openAs('owner')
  expect(await after.db.selectFrom('accounts').select('id').execute()).toEqual([{ id }])
  await after[Symbol.asyncDispose]()
})

test('A restore that the operator stops writes nothing', async () => {
  const { uploaded, progress, left, stop, target } = await uploadTo({ path: backup.path })
  stop()
  await restoreUpload(uploaded)
  expect((await progress()).state).toBe('failed')
  expect(await left()).toEqual(['progress.json'])
  expect(await tablesIn(target)).toEqual([])
})

test('A restore that cannot begin, as its port is taken, says so to the page, and removes the file', async () => {
  const { uploaded, progress, left, target } = await uploadTo({ path: backup.path })
  const taken = createServer().listen(uploaded.config.http.port, uploaded.config.http.host)
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  await restoreUpload(uploaded)
  expect(await progress()).toMatchObject({
    state: 'failed',
    last: expect.stringMatching(/^It failed: .*restore\.log has/),
  })
  expect(await left()).toEqual(['progress.json'])
  expect(await tablesIn(target)).toEqual([])
})
