import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../startup-error.ts'
import { copyPrograms, findBinaries } from './binaries.ts'
import { SUPERUSER } from './create-cluster.ts'
import { isAlive, lockFileOf, readLockFile } from './lock-file.ts'
import { makeDatabase } from './make-database.ts'
import { keepRolePasswords } from './role-passwords.ts'
import { startEmbedded } from './start-embedded.ts'

let dataDir: string
/** A data folder whose server was started and stopped. Creating a cluster takes long, so most tests start with a copy. */
let template: string
const servers = new Set<number>()
const NOBODY = 65_534

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

/** The superuser's URL, which the product itself uses only to set up the database. */
async function superuserUrl() {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8')
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${readLockFile(join(dataDir, 'postgres'))?.port}/bidwell`
}

/** Kills a server as a crash does. */
async function kill(pid: number) {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid), { interval: 10 }).toBe(false)
}

async function query(url: string, text: string) {
  const client = new Client(url)
  client.on('error', () => {}) // some tests kill the server while connected
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return (await client.query(text)).rows
}

test('The first start creates a database that only its password opens', async () => {
  const { urls, adopted } = await start()
  const url = urls.owner
  expect(adopted).toBe(false)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password authentication failed/)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
})

test('The passwords of the roles are readable by their owner alone, and survive a restart', async () => {
  const { urls } = await startCopy()
  expect((await stat(join(dataDir, 'postgres-roles.env'))).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(urls).map((url) => new URL(url).password)).size).toBe(4)
  expect((await start()).urls).toEqual(urls)
  for (const url of Object.values(urls)) expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('A start without the passwords of the roles makes new ones', async () => {
  const before = await startCopy()
  await rm(join(dataDir, 'postgres-roles.env'))
  const { urls } = await start()
  expect(await query(urls.api, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(query(before.urls.api, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test.runIf(process.platform === 'linux')(
  'PostgreSQL receives neither our environment nor a capability, and its log shows no password',
  async () => {
    process.env['VAULT_KEYS'] = 'canary'
    onTestFinished(() => void delete process.env['VAULT_KEYS'])
    const { pid, urls } = await startCopy()
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary')
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    expect(status.match(/^Cap(Inh|Prm|Eff|Amb):\t0+$/gm)).toHaveLength(4)
    const log = await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8')
    for (const url of Object.values(urls)) expect(log).not.toContain(new URL(url).password)
  },
)

/** A checkout in a folder of root's own, such as /root, has no program that another user can run. */
function mayOthersRunNode() {
  try {
    return execFileSync(process.execPath, ['-p', '1'], { uid: NOBODY, cwd: '/', encoding: 'utf8' }) === '1\n'
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux' && process.getuid?.() === 0 && mayOthersRunNode())(
  'PostgreSQL does not keep the capabilities of an ordinary user who starts it',
  async () => {
    const capability = '+net_bind_service'
    await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
    await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir])
    const module = new URL('start-embedded.ts', import.meta.url).href
    const program = `
      const { startEmbedded } = await import(${JSON.stringify(module)})
      process.stdout.write(String((await startEmbedded(${JSON.stringify(dataDir)})).pid))`
    const asNobody = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    const withCapability = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`]
    const node = [process.execPath, '--input-type=module', '-e', program]
    const { stdout } = await promisify(execFile)('setpriv', [...asNobody, ...withCapability, ...node])
    servers.add(Number(stdout))
    const status = await readFile(`/proc/${stdout}/status`, 'utf8')
    expect(status.match(/^Cap(Inh|Prm|Eff|Amb):\t0+$/gm)).toHaveLength(4)
  },
)

test.runIf(process.getuid?.() === 0)("PostgreSQL's programs work from a copy that everybody can enter", async () => {
  const place = join(dataDir, 'programs')
  const copied = copyPrograms(findBinaries(), place)
  const run = () => execFileSync(copied.postgres, ['--version'], { uid: NOBODY, encoding: 'utf8', cwd: '/' })
  await chmod(dataDir, 0o711)
  expect(run()).toMatch(/PostgreSQL/)
  expect(copyPrograms(findBinaries(), place)).toEqual(copied)
})

test('A commit is acknowledged after it is on the disk', async () => {
  const { urls } = await startCopy()
  const url = urls.owner
  const settings = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  )
  expect(settings).toEqual([{ fsync: 'on', commit: 'on' }])
})

test('A stopped server starts again at the same address with its data', async () => {
  const first = await startCopy()
  await query(first.urls.owner, 'create table kept as select 7 as n')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(second.urls.owner).toBe(first.urls.owner)
  expect(await query(second.urls.owner, 'table kept')).toEqual([{ n: 7 }])
})

test('A server that a killed Bidwell left running is adopted', async () => {
  const left = await startCopy()
  const found = await start()
  expect(found).toMatchObject({ pid: left.pid, urls: left.urls, adopted: true })
  await found.stop()
  expect(isAlive(left.pid)).toBe(false)
})

test('A killed server recovers every acknowledged commit', async () => {
  const killed = await startCopy()
  await query(killed.urls.owner, 'create table kept as select 7 as n')
  await kill(killed.pid)
  const recovered = await start()
  expect(recovered.adopted).toBe(false)
  expect(await query(recovered.urls.owner, 'table kept')).toEqual([{ n: 7 }])
})

test('Connecting to a server that died during recovery fails at once', async () => {
  const killed = await startCopy()
  await kill(killed.pid)
  const address = killed.urls.owner.replace(/\/\w+$/, '')
  const setUp = { name: 'bidwell', passwords: await keepRolePasswords(dataDir) }
  await expect(makeDatabase(address, join(dataDir, 'postgres'), setUp)).rejects.toThrow(/ECONNREFUSED/)
})

test('A lock file with the process id of another program does not prevent the start', async () => {
  const killed = await startCopy()
  const lock = await readFile(lockFileOf(join(dataDir, 'postgres')), 'utf8')
  await kill(killed.pid)
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void stranger.kill())
  await writeFile(lockFileOf(join(dataDir, 'postgres')), lock.replace(/^\d+/, String(stranger.pid)))
  const server = await start()
  expect(await query(server.urls.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBe(null)
})

test('The server moves to a free port when another program has taken its port', async () => {
  const first = await startCopy()
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.urls.owner).port), '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  const moved = await start()
  expect(new URL(moved.urls.owner).port).not.toBe(new URL(first.urls.owner).port)
  expect(await query(moved.urls.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readFile(join(dataDir, 'postgres-port'), 'utf8')).toBe(new URL(moved.urls.owner).port)
})

test('Two processes that start at the same time share one server', async () => {
  const module = new URL('start-embedded.ts', import.meta.url).href
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    process.stdout.write((await startEmbedded(${JSON.stringify(dataDir)})).urls.owner)`
  const startElsewhere = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const [one, other] = await Promise.all([startElsewhere(), startElsewhere()])
  const { urls, adopted } = await start()
  const url = urls.owner
  expect([one.stdout, other.stdout, adopted]).toEqual([url, url, true])
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('A cluster of another major version is refused with a remedy', async () => {
  const server = await startCopy()
  await server.stop()
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '12\n')
  await expect(startEmbedded(dataDir)).rejects.toThrow(/made by PostgreSQL 12, and this Bidwell brings \d+: start it/)
})

test('A folder with other files is refused and left unchanged', async () => {
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'novel.txt'), 'It was a dark and stormy night')
  await expect(startEmbedded(dataDir)).rejects.toThrow(StartupError)
  expect(await readFile(join(dataDir, 'postgres', 'novel.txt'), 'utf8')).toMatch(/^It was/)
})

test('A start that was interrupted while creating the cluster does not prevent the next start', async () => {
  await writeFile(join(dataDir, 'postgres-password'), 'chosen-before-the-crash', { mode: 0o600 })
  const halfMade = join(dataDir, 'postgres.new-999999999')
  await mkdir(halfMade)
  await start()
  expect(await query(await superuserUrl(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await superuserUrl()).toContain('chosen-before-the-crash')
  await expect(stat(halfMade)).rejects.toThrow('ENOENT')
})

test('A missing password file is refused with its name', async () => {
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
    const { urls } = await start()
    expect((await stat(dataDir)).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
    await query(urls.owner, 'create table kept as select 7 as n')
  },
)
