import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './platform/config.ts'
import { isAlive, readLockFile } from './platform/database/embedded/lock-file.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const SLOW = { timeout: 120_000 }

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(async () => {
  await kill(databasePid())
  await rm(dataDir, { recursive: true })
})

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  BIDWELL_DATA: dataDir,
  PORT: '0',
  AUCTION_HOUSE_PORT: '0',
  ...more,
})

const databasePid = () => readLockFile(join(dataDir, 'postgres'))?.pid

async function kill(pid: number | undefined) {
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid), { interval: 10, timeout: 20_000 }).toBe(false)
}

/** Runs the command to its end. */
async function bidwell(args: string[], more?: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [MAIN, ...args], { env: environment(more) })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return { code: run.child.exitCode, stdout, stderr }
}

/** Starts everything, and waits for the welcome. */
async function startAll(more?: Record<string, string>) {
  const supervisor = spawn(process.execPath, [MAIN], { env: environment(more), stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void supervisor.kill('SIGKILL'))
  let said = ''
  const welcomed = Promise.withResolvers<void>()
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('To stop')) welcomed.resolve()
    })
  }
  supervisor.on('exit', () => welcomed.reject(new Error(`Bidwell ended:\n${said}`)))
  await welcomed.promise
  const addressAfter = (label: string) => new RegExp(`${label} +(\\S+)`).exec(said)?.[1] ?? ''
  return {
    pid: supervisor.pid!,
    url: addressAfter('Bidwell'),
    houseUrl: addressAfter('Auction house'),
    lampUrl: addressAfter('Ends in 2 min'),
    async signal(name: NodeJS.Signals) {
      const gone = supervisor.exitCode === null && once(supervisor, 'exit')
      supervisor.kill(name)
      await gone
      return supervisor.exitCode
    },
  }
}

/** Of a process and those that it has started, by name: every priority that one of its threads has. */
function priorities(supervisor: number): Record<string, number[]> {
  const started = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim().split(' ').map(Number)
  return Object.fromEntries([supervisor, ...started].map((pid) => [nameOf(pid), prioritiesOf(pid)]))
}

/** Whether the system lets us raise a priority, tried on our own. */
function mayGoFirst() {
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

/** Counted in what follows the name, which may hold spaces. */
const NICE = 16
const statOf = (pid: number, thread: string) =>
  readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(/.*\) /)[1]!.split(' ')
const nameOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').findLast(Boolean) ?? ''

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )
const gone = (url: string) => expect.poll(() => statusOf(url), { interval: 20, timeout: 20_000 }).toBe(null)

test('keys are made by a command, as the configuration takes them', async () => {
  const { code, stdout } = await bidwell(['generate-keys'])
  const made = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s)),
  )
  expect(code).toBe(0)
  expect(readConfig(made).keys).toMatchObject({ session: [{}], vault: [{ kind: 'secret' }] })
})

test('a command that does not exist is answered with those that do', async () => {
  const { code, stderr } = await bidwell(['fly'])
  expect(code).toBe(78)
  expect(stderr).toMatch(/^bidwell has no command "fly"\n[^]*generate-keys/)
})

test('each mistake in the configuration is one line, and nothing is started', async () => {
  const { code, stderr } = await bidwell([], { PORT: 'http', LOG_LEVEL: 'loud' })
  expect(code).toBe(78)
  expect(stderr.trim().split('\n')).toHaveLength(2)
  expect(databasePid()).toBe(undefined)
})

test('in production it does not start without keys, and says how to make them', SLOW, async () => {
  const { code, stderr } = await bidwell([], { NODE_ENV: 'production' })
  expect(code).toBe(78)
  expect(stderr).toMatch(/^SESSION_KEYS and VAULT_KEYS must be set .*generate-keys/)
  expect(databasePid()).toBe(undefined)
})

test('an engine alone needs to be told where its database is', async () => {
  const { code, stderr } = await bidwell(['engine'])
  expect(code).toBe(78)
  expect(stderr).toMatch(/^DATABASE_URL must be set/)
})

test('everything starts, welcomes a newcomer with an auction, and stops when asked', SLOW, async () => {
  const all = await startAll()
  expect(await statusOf(`${all.url}/api/health`)).toBe(200)
  expect(await statusOf(all.lampUrl)).toBe(200)
  const database = databasePid()!
  expect(await all.signal('SIGTERM')).toBe(0)
  expect(await statusOf(`${all.url}/api/health`)).toBe(null)
  expect(await statusOf(all.houseUrl)).toBe(null)
  expect(isAlive(database)).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'engine and database go before everything else that wants a core',
  SLOW,
  async () => {
    const all = await startAll()
    const usual = getPriority()
    const [first, later] = [mayGoFirst() ? Math.min(usual, -14) : usual, Math.max(usual, 10)]
    expect(priorities(all.pid)).toMatchObject({
      bidwell: [usual],
      // Its first thread decides, and goes before those that help it.
      'bidwell engine': [...new Set([first, usual])],
      'bidwell api': [later],
      'bidwell jobs': [later],
      'auction-house': [later],
    })
    expect(prioritiesOf(databasePid()!)).toEqual([usual])
    expect(await all.signal('SIGTERM')).toBe(0)
  },
)

test('with another vault key than before it ends, says which, and goes on with the right one', SLOW, async () => {
  const first = await startAll()
  expect(await first.signal('SIGTERM')).toBe(0)
  const { VAULT_KEYS } = parseEnv(await readFile(join(dataDir, 'keys.env'), 'utf8'))
  const [kid] = VAULT_KEYS!.split(':')
  const { code, stdout, stderr } = await bidwell([], { VAULT_KEYS: `${kid}:secret:${'A'.repeat(43)}=` })
  expect([code, stdout]).toEqual([78, expect.stringContaining(`VAULT_KEYS has another key under the name "${kid}"`)])
  expect(stderr).toMatch(/^Bidwell cannot run without its (api|jobs|engine)\n$/)
  expect(isAlive(first.pid)).toBe(false)

  const again = await startAll()
  expect(await again.signal('SIGTERM')).toBe(0)
})

test('asked to stop while it is still starting, it stops in order', SLOW, async () => {
  const supervisor = spawn(process.execPath, [MAIN], { env: environment(), stdio: 'ignore' })
  await expect.poll(() => readLockFile(join(dataDir, 'postgres'))?.ready, { interval: 5, timeout: 60_000 }).toBe(true)
  const database = databasePid()!
  supervisor.kill('SIGTERM')
  expect(await once(supervisor, 'exit')).toEqual([0, null])
  expect(isAlive(database)).toBe(false)
})

test('when it is killed, all but the database leave; the next start takes that over', SLOW, async () => {
  const killed = await startAll()
  const database = databasePid()!
  const ports = { PORT: new URL(killed.url).port, AUCTION_HOUSE_PORT: new URL(killed.houseUrl).port }
  await killed.signal('SIGKILL')
  const next = await startAll(ports)
  expect(next.url).toBe(killed.url)
  expect(databasePid()).toBe(database)
  expect(await next.signal('SIGINT')).toBe(0)
  expect(isAlive(database)).toBe(false)
})

test('when even the database is killed with it, the next start recovers', SLOW, async () => {
  const killed = await startAll()
  await killed.signal('SIGKILL')
  await kill(databasePid())
  await gone(`${killed.url}/api/health`)
  const next = await startAll()
  expect(await statusOf(`${next.url}/api/health`)).toBe(200)
  expect(await next.signal('SIGTERM')).toBe(0)
})

test('a second one over the same data is refused, and the first goes on', SLOW, async () => {
  const first = await startAll()
  const { code, stderr } = await bidwell([])
  expect(code).toBe(78)
  expect(stderr).toContain(`Bidwell runs from this data folder already, as process ${first.pid}: stop it`)
  expect(await statusOf(`${first.url}/api/health`)).toBe(200)
  expect(await first.signal('SIGTERM')).toBe(0)
})
