#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from './platform/clock.ts'
import { giveWay, goFirst } from './platform/priority.ts'
import { StartupError } from './platform/startup-error.ts'

const HELP = `npm run bidwell -- [command]

  all             everything on this machine (the default): database, auction house, API and web, jobs, engine
  api             the API and the web app alone
  jobs            the background jobs alone
  engine          one engine alone; any number may run
  migrate         bring the database to the shape that this version needs
  auction-house   the stand-in site alone
  pause on        stop everybody's bids, short of those locked in; users see the --reason
  pause new       arm no further bids; those that an engine holds go on
  pause off       go on bidding
  generate-keys   print fresh SESSION_KEYS and VAULT_KEYS
  forget-logins   remove the site logins whose key is lost: those that none of VAULT_KEYS opens

  --reason TEXT   why bidding is paused
  --verbose       show the whole log, not only what needs attention
  --dev           restart what is edited, and serve the web app from its sources

Configuration comes from the environment; a mistake in it is named when Bidwell starts.
`
const REFUSED = 78
/** What can wait: a burst of logins must not take the core from a shot. */
const GIVES_WAY = ['api', 'jobs', 'auction-house']
const SAME_CTRL_C_MS = 1_000

// Whoever read our output may leave; bidding goes on.
process.stdout.on('error', () => {})

// Compiled once and kept: every later start of every process takes half the time, and much less memory.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
enableCompileCache(compiled)
process.env['NODE_COMPILE_CACHE'] ??= compiled

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = REFUSED
}

async function main() {
  const { command, word, reason, verbose, dev } = readArguments()
  if (GIVES_WAY.includes(command)) giveWay()
  if (command === 'engine') await goFirst()
  switch (command) {
    case 'all': {
      process.title = 'bidwell'
      const { startEverything } = await import('./supervisor/start-everything.ts')
      return startEverything(process.env, { verbose, dev, say, ...stopSignals() })
    }
    case 'api':
    case 'jobs':
    case 'engine': {
      const { completeEnvironment } = await import('./supervisor/complete-environment.ts')
      Object.assign(process.env, await completeEnvironment(process.env))
      if (command === 'api') return import('./main-api.ts')
      return command === 'jobs' ? import('./main-jobs.ts') : import('./main-engine.ts')
    }
    case 'migrate': {
      const { completeEnvironment } = await import('./supervisor/complete-environment.ts')
      const { migrate } = await import('./platform/database/migrate.ts')
      const { DATABASE_URL } = await completeEnvironment(process.env)
      return migrate(DATABASE_URL)
    }
    case 'auction-house':
      return import('../../auction-house/src/main.ts')
    case 'pause': {
      const { completeEnvironment } = await import('./supervisor/complete-environment.ts')
      Object.assign(process.env, await completeEnvironment(process.env))
      const { pauseFromCommandLine } = await import('./main-pause.ts')
      return pauseFromCommandLine(word, reason)
    }
    case 'forget-logins':
      return import('./main-forget.ts')
    case 'generate-keys': {
      const { generateKeys, keysAsText } = await import('./platform/keys.ts')
      return process.stdout.write(keysAsText(generateKeys()))
    }
    case 'help':
      return process.stdout.write(HELP)
    default:
      throw new StartupError(`bidwell has no command "${command}"\n\n${HELP}`)
  }
}

/** Asked to stop, and asked again: a Ctrl-C reaches us from the terminal and from npm, which is not asking twice. */
function stopSignals() {
  const [stopped, forced] = [new AbortController(), new AbortController()]
  let askedAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopped.signal.aborted && systemClock.monotonic() - askedAt > SAME_CTRL_C_MS) forced.abort()
      if (!stopped.signal.aborted) askedAt = systemClock.monotonic()
      stopped.abort()
    })
  }
  return { stopped: stopped.signal, forced: forced.signal }
}

function say(text: string) {
  process.stdout.write(text)
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      options: { help: { ...flag, short: 'h' }, verbose: flag, dev: flag, reason: { type: 'string' } },
      allowPositionals: true,
    })
    const [command = 'all', word] = positionals
    return { ...values, command: values.help ? 'help' : command, word }
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
