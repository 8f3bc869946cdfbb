import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { missingKeys } from '../platform/keys.ts'
import { StartupError } from '../platform/startup-error.ts'
import { awaitAnswer } from './await-answer.ts'
import { claimPort } from './claim-port.ts'
import { keepDatabase } from './keep-database.ts'
import { keepRunning, type KeptProgram, type Program } from './keep-running.ts'
import { openLogFile } from './open-log-file.ts'
import { auctionHouse, programs } from './programs.ts'
import { readableLine } from './readable-line.ts'
import { runMigrations } from './run-migrations.ts'
import { startDevelopment } from './start-development.ts'
import { welcome } from './welcome.ts'

export type Options = {
  verbose: boolean
  /** Restart what is edited, and serve the web app from its sources. */
  dev: boolean
  say: (text: string) => void
  /** Asked to stop; and asked again, by somebody who will not wait. */
  stopped: AbortSignal
  forced: AbortSignal
}

/** Runs all of Bidwell on this machine until stopped. Throws a Refusal if it cannot, or cannot any more. */
export async function startEverything(given: NodeJS.ProcessEnv, options: Options): Promise<void> {
  const { say, stopped, forced } = options
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {}) // heard below, once there is something to end
  await using running = new AsyncDisposableStack()
  const over = new AbortController()
  running.defer(() => over.abort())
  const ended = AbortSignal.any([stopped, over.signal])

  const { database, dataDir } = readConfig(given)
  const keys = await missingKeys(readConfig(given))
  const logs = join(dataDir, 'logs')
  await mkdir(logs, { recursive: true, mode: 0o700 })
  let url = database.kind === 'remote' ? database.url : ''
  if (database.kind === 'embedded') {
    url = running.use(await keepDatabase(dataDir, (says) => say(`${says}\n`))).url
  }

  const env = { ...given, ...keys, ...(await claimPorts(given)), DATABASE_URL: url }
  const config = readConfig(env)
  if (stopped.aborted) return
  const keep = keeper(logs, options, failed.reject)
  const kept = new Map<string, KeptProgram>()
  const start = (program: Program) => kept.set(program.name, running.use(keep(program)))
  forced.addEventListener('abort', () => kept.forEach((program) => program.kill()))

  const stop = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
  async function begin() {
    if (config.auctionHouse) start(auctionHouse(env))
    // The others look at the site at once, and would complain if it were not there.
    await Promise.all([runMigrations(env), config.auctionHouse && awaitAnswer(config.site.homeUrl, ended)])
    if (running.disposed) return
    programs(config, env).forEach(start)
    await awaitAnswer(`${config.http.localUrl}/api/health`, ended)
  }
  await Promise.race([begin(), failed.promise, stop])
  if (stopped.aborted) return
  const webUrl = options.dev ? startDevelopment(running, keep, kept, env) : config.http.publicUrl
  say(await welcome(config, webUrl))
  await Promise.race([stop, failed.promise])
}

/** The ports to listen on, each a real one and free. */
async function claimPorts(given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { http, auctionHouse } = readConfig(given)
  return {
    PORT: String(await claimPort('PORT', http.port)),
    ...(auctionHouse && { AUCTION_HOUSE_PORT: String(await claimPort('AUCTION_HOUSE_PORT', auctionHouse.port)) }),
  }
}

/** Ties programs to their log files, to the terminal, and to the end of everything should one refuse to run. */
function keeper(logs: string, { verbose, say }: Options, onFailed: (refusal: StartupError) => void) {
  return (program: Program): KeptProgram => {
    const write = openLogFile(join(logs, `${program.name}.log`))
    return keepRunning(program, {
      clock: systemClock,
      onLine(line) {
        write(line)
        const shown = readableLine(line, verbose)
        if (shown !== null) say(`${shown}\n`)
      },
      onRestart: (how) => say(`${how}\n`),
      onRefusal: () => onFailed(new StartupError(`Bidwell cannot run without its ${program.name}`)),
    })
  }
}
