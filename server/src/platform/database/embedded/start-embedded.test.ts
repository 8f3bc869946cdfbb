import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../startup-error.ts'
import { isAlive, lockFileOf } from './lock-file.ts'
import { makeDatabase } from './make-database.ts'
import { startEmbedded } from './start-embedded.ts'

let dataDir: string
/** A data folder whose server was started and stopped. Creating a cluster takes long, so most tests start with a copy. */
let template: string
const servers = new Set<number>()

const makeFolder = () => mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))

beforeAll(async () => {
  template = await makeFolder()
  const server = await startEmbedded(template)
  await server.stop()
})
afterAll(() => rm(template, { recursive: true }))

beforeEach(async () => {
  dataDir = await makeFolder()
})

afterEach(async () => {
  for (const pid of servers) if (isAlive(pid)) await kill(pid)
  servers.clear()
  await rm(dataDir, { recursive: true })
})

/** Starts a server with a copy of the template. `cp -a` keeps the owner of the files. */
async function startCopy() {
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
  return start()
}

async function start() {
  const server = await startEmbedded(dataDir)
  servers.add(server.pid)
  return server
}

/** Kills a server as a crash does. */
async function kill(pid: number) {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid), { interval: 10, timeout: 10_000 }).toBe(false)
}

async function query(url: string, text: string) {
  const client = new Client(url)
  client.on('error', () => {}) // some tests kill the server while connected
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return (await client.query(text)).rows
}

test('the first start creates a database that only its password opens', async () => {
  const { url, adopted } = await start()
  expect(adopted).toBe(false)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password authentication failed/)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
})

test('a commit is acknowledged after it is on the disk', async () => {
  const { url } = await startCopy()
  const settings = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  )
  expect(settings).toEqual([{ fsync: 'on', commit: 'on' }])
})

test('a stopped server starts again at the same address with its data', async () => {
  const first = await startCopy()
  await query(first.url, 'create table kept as select 7 as n')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'table kept')).toEqual([{ n: 7 }])
})

test('a server that a killed Bidwell left running is adopted', async () => {
  const left = await startCopy()
  const found = await start()
  expect(found).toMatchObject({ pid: left.pid, url: left.url, adopted: true })
  await found.stop()
  expect(isAlive(left.pid)).toBe(false)
})

test('a killed server recovers every acknowledged commit', async () => {
  const killed = await startCopy()
  await query(killed.url, 'create table kept as select 7 as n')
  await kill(killed.pid)
  const recovered = await start()
  expect(recovered.adopted).toBe(false)
  expect(await query(recovered.url, 'table kept')).toEqual([{ n: 7 }])
})

test('connecting to a server that died during recovery fails at once', async () => {
  const killed = await startCopy()
  await kill(killed.pid)
  const address = killed.url.replace(/\/\w+$/, '')
  await expect(makeDatabase(address, join(dataDir, 'postgres'), 'bidwell')).rejects.toThrow(/ECONNREFUSED/)
})

test('a lock file with the process id of another program does not prevent the start', async () => {
  const killed = await startCopy()
  const lock = await readFile(lockFileOf(join(dataDir, 'postgres')), 'utf8')
  await kill(killed.pid)
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void stranger.kill())
  await writeFile(lockFileOf(join(dataDir, 'postgres')), lock.replace(/^\d+/, String(stranger.pid)))
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBe(null)
})

test('the server moves to a free port when another program has taken its port', async () => {
  const first = await startCopy()
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  const moved = await start()
  expect(new URL(moved.url).port).not.toBe(new URL(first.url).port)
  expect(await query(moved.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readFile(join(dataDir, 'postgres-port'), 'utf8')).toBe(new URL(moved.url).port)
})

test('two processes that start at the same time share one server', async () => {
  const module = new URL('start-embedded.ts', import.meta.url).href
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    process.stdout.write((await startEmbedded(${JSON.stringify(dataDir)})).url)`
  const startElsewhere = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const [one, other] = await Promise.all([startElsewhere(), startElsewhere()])
  const { url, adopted } = await start()
  expect([one.stdout, other.stdout, adopted]).toEqual([url, url, true])
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a cluster of another major version is refused with a remedy', async () => {
  const server = await startCopy()
  await server.stop()
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '12\n')
  await expect(startEmbedded(dataDir)).rejects.toThrow(/made by PostgreSQL 12, and this Bidwell brings \d+: start it/)
})

test('a folder with other files is refused and left unchanged', async () => {
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'novel.txt'), 'It was a dark and stormy night')
  await expect(startEmbedded(dataDir)).rejects.toThrow(StartupError)
  expect(await readFile(join(dataDir, 'postgres', 'novel.txt'), 'utf8')).toMatch(/^It was/)
})

test('a start that was interrupted while creating the cluster does not prevent the next start', async () => {
  await writeFile(join(dataDir, 'postgres-password'), 'chosen-before-the-crash', { mode: 0o600 })
  const halfMade = join(dataDir, 'postgres.new-999999999')
  await mkdir(halfMade)
  const server = await start()
  expect(new URL(server.url).password).toBe('chosen-before-the-crash')
  await expect(stat(halfMade)).rejects.toThrow('ENOENT')
})

test('a missing password file is refused with its name', async () => {
  const server = await startCopy()
  await server.stop()
  await rm(join(dataDir, 'postgres-password'))
  await expect(startEmbedded(dataDir)).rejects.toThrow(/postgres-password is gone/)
})

test.runIf(process.getuid?.() === 0)('a full disk is refused in words', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir])
  try {
    await expect(startEmbedded(dataDir)).rejects.toThrow(/^PostgreSQL could not .*: the disk is full$/)
  } finally {
    execFileSync('umount', [dataDir])
  }
})

test.runIf(process.getuid?.() === 0)(
  'run by root, the database belongs to another user, even in a folder closed to others',
  async () => {
    const { url } = await start()
    expect((await stat(dataDir)).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
    await query(url, 'create table kept as select 7 as n')
  },
)
