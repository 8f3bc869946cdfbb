import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { readConfig } from './config/config.ts'
import { generateKeys, keepKeys } from './config/keys.ts'
import { isAlive, readLockFile } from './platform/database/embedded/lock-file.ts'
import { findEmbedded, startEmbedded } from './platform/database/embedded/start-embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { VERSION } from './platform/release.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

let dataDir: string
/** A stopped installation, to copy: making a database takes seconds. */
let template: string
/** A running installation, for the stories that leave it as it is. */
let shared: Awaited<ReturnType<typeof startAll>>

beforeAll(async () => {
  template = await newFolder()
  const database = await startEmbedded(template)
  await migrate(database.urls.owner)
  await database.stop()
  await keepKeys(readConfig({ BIDWELL_DATA: template }))
  shared = await startAll({ BIDWELL_DATA: await newFolder() })
})

afterAll(async () => {
  await shared.signal('SIGTERM')
  // A process that was killed may still be at its last file.
  for (const folder of [template, shared.dataDir]) await rm(folder, { recursive: true, maxRetries: 5 })
})

beforeEach(async () => {
  dataDir = await newFolder()
})

afterEach(async () => {
  await kill(databasePid())
  await rm(dataDir, { recursive: true })
})

const newFolder = () => mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))

/** Fills the data folder from the template, with the owners of the files. */
async function installFromTemplate() {
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
}

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  BIDWELL_DATA: dataDir,
  PORT: '0',
  ...more,
})

const databasePid = (folder = dataDir) => readLockFile(join(folder, 'postgres'))?.pid

/** The supervisors of this file. One that a failed story leaves behind is killed at the end. */
const started = new Set<ChildProcess>()
afterAll(() => started.forEach((supervisor) => supervisor.kill('SIGKILL')))

async function kill(pid: number | undefined) {
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid), { interval: 10 }).toBe(false)
}

/** Runs the command, and returns its exit code and output. */
async function bidwell(args: string[], more?: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [MAIN, ...args], { env: environment(more) })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return { code: run.child.exitCode, stdout, stderr }
}

/** Starts everything, and waits for the welcome text. */
async function startAll(more?: Record<string, string>) {
  const env = environment(more)
  const supervisor = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(supervisor)
  let output = ''
  const welcomed = Promise.withResolvers<void>()
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('To stop')) welcomed.resolve()
    })
  }
  supervisor.on('exit', () => welcomed.reject(new Error(`Bidwell ended:\n${output}`)))
  await welcomed.promise
  const addressAfter = (label: string) => new RegExp(`^  ${label} +(\\S+)`, 'm').exec(output)?.[1] ?? ''
  return {
    pid: supervisor.pid!,
    dataDir: env.BIDWELL_DATA,
    url: addressAfter('Bidwell [\\d.]+'),
    houseUrl: addressAfter('Auction house'),
    lampUrl: addressAfter('Ends in 2 min'),
    mailboxUrl: addressAfter('Mailbox'),
    async signal(name: NodeJS.Signals) {
      const gone = supervisor.exitCode === null && once(supervisor, 'exit')
      supervisor.kill(name)
      await gone
      return supervisor.exitCode
    },
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

/** The priorities of the threads of a process and of its children, by process name. */
function priorities(supervisor: number): Record<string, number[]> {
  return Object.fromEntries([supervisor, ...childrenOf(supervisor)].map((pid) => [nameOf(pid), prioritiesOf(pid)]))
}

/** By program: the database role that it uses, and the variables that it received with a secret. */
const SECRETS = {
  'auction-house': [],
  'bidwell api': ['DATABASE_URL of bidwell_api', 'SESSION_KEYS'],
  'bidwell jobs': ['DATABASE_URL of bidwell_jobs', 'VAULT_KEYS'],
  'bidwell engine': ['DATABASE_URL of bidwell_engine', 'VAULT_KEYS'],
}

function secretsOf(pid: number, secrets: string[]) {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  const found = variables.flatMap((variable) => {
    const [name = '', value = ''] = variable.split(/=(.*)/s)
    if (name === 'DATABASE_URL') return `DATABASE_URL of ${new URL(value).username}`
    return secrets.some((secret) => variable.includes(secret)) ? name : []
  })
  return found.toSorted()
}

/** Whether the system allows this process to raise its priority. */
function mayRaisePriority() {
  const usual = getPriority()
  try {
    setPriority(usual - 1)
    setPriority(usual)
    return true
  } catch {
    return false
  }
}

const prioritiesOf = (pid: number) => [
  ...new Set(readdirSync(`/proc/${pid}/task`).map((thread) => Number(statOf(pid, thread)[NICE]))),
]

/** The field's index after the process name, which may contain spaces. */
const NICE = 16
const statOf = (pid: number, thread: string) =>
  readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(/.*\) /)[1]!.split(' ')
const nameOf = (pid: number) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .findLast((word) => /^[^-]/.test(word)) ?? ''

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )
/** Polls, because the API answers 503 for a moment while a busy machine delays it. */
const untilStatus = (url: string, status: number | null) =>
  expect.poll(() => statusOf(url), { interval: 50 }).toBe(status)

/** Waits until the jobs have done a task of the queue: its line is in their log. */
const untilJobDone = (task: string) =>
  expect
    .poll(() => readFile(join(dataDir, 'logs', 'jobs.log'), 'utf8').catch(() => ''), { interval: 50 })
    .toMatch(new RegExp(`Completed task \\d+ \\(${task}`))

test('The command keys generate prints keys that the configuration accepts', async () => {
  const { code, stdout } = await bidwell(['keys', 'generate'])
  expect(code).toBe(0)
  expect(readConfig(parseEnv(stdout)).keys).toMatchObject({ session: [{}], vault: [{ kind: 'secret' }] })
})

test('The option --version prints the version of the product', async () => {
  expect(await bidwell(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
})

test('An unknown command is refused with the list of commands', async () => {
  const { code, stderr } = await bidwell(['fly'])
  expect(code).toBe(78)
  expect(stderr).toMatch(/^bidwell has no command "fly"\n[^]*pause/)
})

test('An option that npm has kept for itself is refused, as a check of a backup would restore it', async () => {
  const run = spawn(process.execPath, [MAIN, 'restore', 'backup.age'], {
    env: { PATH: process.env['PATH'], BIDWELL_DATA: dataDir, npm_config_check: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  run.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  expect(await once(run, 'close')).toEqual([78, null])
  expect(said).toBe('npm has kept --check for itself: write "npm run bidwell -- restore … --check".\n')
  expect(await readdir(dataDir)).toEqual([])
})

test('A start with mistakes in the configuration is refused with one line for each', async () => {
  const { code, stderr } = await bidwell([], { PORT: 'http', LOG_LEVEL: 'loud' })
  expect(code).toBe(78)
  expect(stderr.trim().split('\n')).toHaveLength(2)
  expect(databasePid()).toBe(undefined)
})

test('A start with mistakes in the plans file is refused with one line for each, except by an engine', async () => {
  const PLANS_FILE = join(shared.dataDir, 'mistaken-plans.json')
  const trial = { days: 0, auctions: 2, snipes: 2 }
  await writeFile(PLANS_FILE, JSON.stringify({ trial, free: { name: '', auctions: 1, snipes: 0 }, paid: [] }))
  for (const args of [[], ['api']]) {
    const { code, stderr } = await bidwell(args, {
      ...generateKeys(),
      PLANS_FILE,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    expect([code, stderr.trim().split('\n')]).toEqual([
      78,
      [
        `PLANS_FILE ${PLANS_FILE}: plan trial: days must be a whole number from 1 to 90`,
        `PLANS_FILE ${PLANS_FILE}: plan free: name must be a text of 1 to 40 characters`,
      ],
    ])
  }
  const engine = await bidwell(['engine'], { PLANS_FILE })
  expect(engine.stderr).toMatch(/^DATABASE_URL must be set/)
})

test('A start in production without keys is refused with the command that generates them', async () => {
  const { code, stderr } = await bidwell([], { NODE_ENV: 'production' })
  expect(code).toBe(78)
  expect(stderr).toMatch(/^SESSION_KEYS and VAULT_KEYS must be set .*keys generate/)
  expect(databasePid()).toBe(undefined)
})

test.each([
  ['api', 'no keys', {}, 'SESSION_KEYS and VAULT_KEYS must be set for the api'],
  ['api', 'secret vault keys', generateKeys(), 'VAULT_KEYS must hold public keys alone for the API in production'],
  ['engine', 'session keys', generateKeys(), 'SESSION_KEYS must not be set for the engine in production'],
] as const)(
  'In production, the %s alone refuses %s with the reason, and makes no keys',
  async (part, _, keys, reason) => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const { code, stderr } = await bidwell([part], { ...production, ...keys })
    expect([code, stderr]).toEqual([78, expect.stringContaining(reason)])
    expect(await readdir(dataDir)).toEqual([])
  },
)

test('A database that is away or refuses the connection is named in one line, and only what may pass by itself does not end with 78', async () => {
  const urls = await findEmbedded(shared.dataDir)
  const [wrongPassword, noTls] = [new URL(urls!.owner), new URL(urls!.owner)]
  wrongPassword.password = 'wrong'
  noTls.searchParams.set('sslmode', 'verify-full')
  for (const [url, code, reason] of [
    ['postgres://127.0.0.1:1/none', 1, /^The database: nothing listens at 127\.0\.0\.1:1\. .*\n$/],
    [String(wrongPassword), 78, /^The database: .* refuses the role .*\n$/],
    [
      String(noTls),
      78,
      /^The database: the connection to .* cannot be encrypted: .* leave sslmode out of DATABASE_URL\.\n$/,
    ],
  ] as const) {
    for (const command of ['migrate', 'backup']) {
      const ended = await bidwell([command], { DATABASE_URL: url })
      expect([command, ended.code, ended.stderr]).toEqual([command, code, expect.stringMatching(reason)])
    }
  }
})

test('In production, the API alone runs with its own keys', async () => {
  const { SESSION_KEYS, VAULT_KEYS } = generateKeys()
  const printed = await bidwell(['keys', 'public'], { VAULT_KEYS })
  const urls = await findEmbedded(shared.dataDir)
  const keys = { SESSION_KEYS, ...parseEnv(printed.stdout) }
  const port = await freePort()
  const env = environment({ ...keys, NODE_ENV: 'production', DATABASE_URL: urls!.api, PORT: String(port) })
  const api = spawn(process.execPath, [MAIN, 'api'], { env, stdio: 'ignore' })
  started.add(api)
  await untilStatus(`http://127.0.0.1:${port}/api/health`, 200)
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await readdir(dataDir)).toEqual([])
})

test('An engine that is started alone needs a database', async () => {
  const { code, stderr } = await bidwell(['engine'])
  expect(code).toBe(78)
  expect(stderr).toMatch(/^DATABASE_URL must be set/)
})

test('The mailbox is at the address that the start prints, and not without its secret', async () => {
  const { url, mailboxUrl } = shared
  await untilStatus(mailboxUrl, 200)
  expect((await fetch(`${url}/dev/mailbox`)).status).toBe(404)
})

test('A start in an empty folder serves the API and lists a practice auction', async () => {
  await untilStatus(`${shared.url}/api/health`, 200)
  await untilStatus(shared.lampUrl, 200)
})

test.runIf(process.platform === 'linux')(
  'only the engine has a raised CPU priority, and the database a normal one',
  () => {
    const usual = getPriority()
    const [raised, lowered] = [mayRaisePriority() ? Math.min(usual, -14) : usual, Math.max(usual, 10)]
    expect(priorities(shared.pid)).toMatchObject({
      bidwell: [usual],
      // The engine's main thread is raised, and its helper threads are not.
      'bidwell engine': [...new Set([raised, usual])],
      'bidwell api': [lowered],
      'bidwell jobs': [lowered],
      'auction-house': [lowered],
    })
    expect(prioritiesOf(databasePid(shared.dataDir)!)).toEqual([usual])
  },
)

test('A second start over the same data is refused, and the first goes on', async () => {
  const { code, stderr } = await bidwell([], { BIDWELL_DATA: shared.dataDir })
  expect(code).toBe(78)
  expect(stderr).toContain(`Bidwell runs from this data folder already, as process ${shared.pid}: stop it`)
  await untilStatus(`${shared.url}/api/health`, 200)
})

test('Bidwell starts in production with its keys given, and stops every process on SIGTERM', async () => {
  await installFromTemplate()
  const keys = parseEnv(await readFile(join(dataDir, 'keys.env'), 'utf8'))
  await rm(join(dataDir, 'keys.env'))
  const all = await startAll({ ...keys, NODE_ENV: 'production' })
  const database = databasePid()!
  await untilJobDone('rotate-credential-keys')
  if (process.platform === 'linux') {
    const secrets = Object.values(keys).map((key) => key!.split(':').at(-1)!)
    const programs = childrenOf(all.pid).map((pid) => [nameOf(pid), secretsOf(pid, secrets)])
    expect(Object.fromEntries(programs)).toMatchObject(SECRETS)
    expect(secretsOf(database, secrets)).toEqual([])
  }
  expect((await readdir(dataDir)).filter((name) => name.includes('keys'))).toEqual([])
  expect(await all.signal('SIGTERM')).toBe(0)
  expect(await statusOf(`${all.url}/api/health`)).toBe(null)
  expect(await statusOf(all.houseUrl)).toBe(null)
  expect(isAlive(database)).toBe(false)
})

test('A start with another vault key is refused with the name of the key, and the right key still works', async () => {
  await installFromTemplate()
  const { VAULT_KEYS } = parseEnv(await readFile(join(dataDir, 'keys.env'), 'utf8'))
  const first = await startAll()
  expect(await first.signal('SIGTERM')).toBe(0)
  const [kid] = VAULT_KEYS!.split(':')
  const { code, stdout, stderr } = await bidwell([], { VAULT_KEYS: `${kid}:secret:${'A'.repeat(43)}=` })
  expect([code, stdout]).toEqual([78, expect.stringContaining(`VAULT_KEYS has another key under the name "${kid}"`)])
  expect(stderr).toMatch(/^Bidwell cannot run without its (api|jobs|engine)\n$/)

  const again = await startAll()
  expect(await again.signal('SIGTERM')).toBe(0)
})

test('A start that is asked to stop meanwhile stops in order', async () => {
  await installFromTemplate()
  const supervisor = spawn(process.execPath, [MAIN], { env: environment(), stdio: 'ignore' })
  started.add(supervisor)
  await expect.poll(() => readLockFile(join(dataDir, 'postgres'))?.ready, { interval: 5 }).toBe(true)
  const database = databasePid()!
  supervisor.kill('SIGTERM')
  expect(await once(supervisor, 'exit')).toEqual([0, null])
  expect(isAlive(database)).toBe(false)
})

test('After a kill the next start takes the database over, and after a kill of both the next start recovers', async () => {
  await installFromTemplate()
  const ports = { PORT: String(await freePort(3)) }
  const killed = await startAll(ports)
  const database = databasePid()!
  await killed.signal('SIGKILL')
  const second = await startAll(ports)
  expect(second.url).toBe(killed.url)
  expect(databasePid()).toBe(database)

  await second.signal('SIGKILL')
  await kill(databasePid())
  await untilStatus(`${second.url}/api/health`, null)
  const third = await startAll()
  await untilStatus(`${third.url}/api/health`, 200)
  expect(await third.signal('SIGINT')).toBe(0)
})
