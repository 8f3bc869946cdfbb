import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBackupIdentities } from '../config/backup-keys.ts'
import { type Config, readConfig } from '../config/config.ts'
import { keepKeys } from '../config/keys.ts'
import { readPlans } from '../plans/load-plans.ts'
import { systemClock } from '../platform/clock.ts'
import { freePort } from '../platform/database/embedded/free-port.ts'
import type { DatabaseUrls } from '../platform/database/roles.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { StartupError } from '../platform/startup-error.ts'
import { awaitHttpOk } from './await-http-ok.ts'
import { formatLogLine } from './format-log-line.ts'
import { keepDatabase } from './keep-database.ts'
import { keepPrivate } from './keep-private.ts'
import { keepRunning, type KeptProgram, type Program } from './keep-running.ts'
import { openLog } from './open-log-file.ts'
import { auctionHouse, backup, migrationEnv, practiceStripe, programs, standIns } from './programs.ts'
import { startBackingUp } from './start-backing-up.ts'
import { startDevelopment } from './start-development.ts'
import { welcomeText } from './welcome-text.ts'

export type Options = {
  verbose: boolean
  /** Restart programs when their sources change, and serve the web app from its sources. */
  dev: boolean
  print: (text: string) => void
  /** Aborts when the operator asks for the end. */
  stopped: AbortSignal
  /** Aborts when the operator asks a second time: the programs are killed. */
  forced: AbortSignal
}

/** Runs all of Bidwell on this machine until stopped. Throws a StartupError when it cannot start or cannot go on. */
export async function startEverything(given: NodeJS.ProcessEnv, options: Options): Promise<void> {
  const { print, stopped, forced } = options
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {}) // awaited below, once the programs are started
  await using running = new AsyncDisposableStack()
  const ending = new AbortController()
  running.defer(() => ending.abort())
  const ended = AbortSignal.any([stopped, ending.signal])

  const asked = readConfig(given)
  const { database, dataDir } = asked
  await readPlans(asked)
  await keepPrivate(dataDir)
  const keys = await keepKeys(asked)
  const logs = join(dataDir, 'logs')
  await mkdir(logs, { recursive: true, mode: 0o700 })
  const urls =
    database.kind === 'remote'
      ? sameForAll(database.url)
      : running.use(await keepDatabase(dataDir, (problem) => print(`${problem}\n`))).urls

  const ports = await freePorts(asked)
  const env = { ...given, ...keys, ...settingsOf(ports, given) }
  const config = readConfig(env)
  if (stopped.aborted) return
  const keep = keeper(logs, options, failed.reject)
  const kept = new Map<string, KeptProgram>()
  const start = (program: Program) => kept.set(program.name, running.use(keep(program)))
  forced.addEventListener('abort', () => kept.forEach((program) => program.kill()))

  async function startPrograms() {
    const house = ports.house === null ? null : auctionHouse(env, ports.house)
    const stripe = ports.stripe === null ? null : practiceStripe(config, env, ports.stripe)
    const standIn = house && stripe ? standIns(house, stripe) : (house ?? stripe)
    if (standIn !== null) start(standIn)
    // The other programs read from the site at once, and would log its absence.
    await Promise.all([
      runMigrations(migrationEnv(env, urls)),
      ports.house !== null && awaitHttpOk(config.site.homeUrl, ended),
    ])
    if (running.disposed) return
    for (const program of programs(config, env, urls)) start(program)
    await awaitHttpOk(`${config.http.localUrl}/api/health`, ended)
    if (config.backups.isOn && !running.disposed) running.use(await backups(config, logs, { env, urls, print }))
  }
  const stop = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([startPrograms(), failed.promise, stop])
  if (stopped.aborted) return
  const webUrl = options.dev ? running.use(startDevelopment({ keep, kept, env })).webUrl : config.http.publicUrl
  print(await welcomeText(config, { webUrl, ownsSite: ports.house !== null }))
  await Promise.race([stop, failed.promise])
}

type BackupOptions = Pick<Options, 'print'> & { env: NodeJS.ProcessEnv; urls: DatabaseUrls }

/**
 * Backups each night, with a log of their own; the terminal shows only what goes wrong. The key for them is made at once, so
 * that a copy of the keys, which the operator makes after the first start, has it.
 */
async function backups(config: Config, logs: string, { env, urls, print }: BackupOptions): Promise<AsyncDisposable> {
  if (!config.production) await keepBackupIdentities(config)
  const program = backup(env, urls)
  return startBackingUp({
    clock: systemClock,
    databaseUrl: urls.owner,
    program,
    onLine: openLog(logs, program.name),
    onProblem: (message) => print(`${message}\n`),
  })
}

/** A database of the operator's own is given with one role, which does everything. */
const sameForAll = (url: string): DatabaseUrls => ({ owner: url, api: url, jobs: url, engine: url })

type Ports = { api: number; house: number | null; stripe: number | null }

/** The ports to listen on: each a real number, and free. */
async function freePorts({ http, auctionHouse, practiceStripe: payments }: Config): Promise<Ports> {
  // Port 0 stands for any free port, and so do then those after it.
  const free = (port: number, whose = '') => awaitFreePort(http.port === 0 ? 0 : port, whose)
  return {
    api: await free(http.port),
    house: auctionHouse && (await free(auctionHouse.port, ', of the stand-in site,')),
    stripe: payments && (await free(payments.port, ', of the stand-in for Stripe,')),
  }
}

/** Tells each program where the others listen. */
function settingsOf({ api, house, stripe }: Ports, { STAND_INS }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const standIns = [
    ...(STAND_INS ? [STAND_INS] : []),
    ...(house === null ? [] : [`site=http://127.0.0.1:${house}/api/`]),
    ...(stripe === null ? [] : [`stripe=http://127.0.0.1:${stripe}`]),
  ]
  return { PORT: String(api), STAND_INS: standIns.join(',') }
}

/** Connects programs to their log files and to the terminal. A program's StartupError ends everything. */
function keeper(logs: string, { verbose, print }: Options, onFailure: (error: StartupError) => void) {
  return (program: Program): KeptProgram => {
    const write = openLog(logs, program.name)
    return keepRunning(program, {
      clock: systemClock,
      onLine(line) {
        write(line)
        const formatted = formatLogLine(line, verbose)
        if (formatted !== null) print(`${formatted}\n`)
      },
      onRestart: (message) => print(`${message}\n`),
      onStartupError: () => onFailure(new StartupError(`Bidwell cannot run without its ${program.name}`)),
    })
  }
}

const PORT_PACE = { everyMs: 200, forMs: 5_000 }

/**
 * Returns `port` once it is free: the processes of a killed Bidwell take a moment to end. Port 0 stands for any
 * free port. Throws a StartupError, which says `whose` port it is, when another program keeps the port.
 */
async function awaitFreePort(port: number, whose: string): Promise<number> {
  const isFree = async () => {
    const free = await freePort(port)
    return port === 0 || free === port ? free : null
  }
  const found = await pollUntil(systemClock, isFree, PORT_PACE)
  if (found !== null) return found
  throw new StartupError(
    `Port ${port}${whose} is taken by another program: stop that, or set PORT to another port, from which the others follow`,
  )
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Migrates the database of DATABASE_URL in a process of its own: in the supervisor, the memory of migrating would stay
 * allocated.
 */
async function runMigrations(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StartupError('The database could not be brought to the shape that this Bidwell needs')
}
