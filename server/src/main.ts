#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endProcess } from './platform/end-process.ts'
import { lowerPriority, raisePriority } from './platform/priority.ts'
import { STARTUP_ERROR_EXIT_CODE, StartupError } from './platform/startup-error.ts'
import { stopSignals } from './platform/stop-signals.ts'

const HELP = `npm run bidwell -- [command]

  all             everything on this machine (the default): database, auction house, API and web, jobs, engine
  api             the API and the web app alone
  jobs            the background jobs alone
  engine          one engine alone; any number may run
  migrate         bring the database to the shape that this version needs
  auction-house   the stand-in site alone
  practice-stripe the stand-in for Stripe alone
  appoint EMAIL   let the account with this address of ADMIN_EMAILS administer the installation
  pause on        stop everybody's bids, short of those locked in; users see the --reason
  pause new       arm no further bids; those that an engine holds go on
  pause off       go on bidding
  alarms          print what was set aside because it could not be read or stored; alarms clear forgets it
  generate-keys   print fresh SESSION_KEYS and VAULT_KEYS
  mailbox         print the address of the page that shows the mails, where no mail server is set
  public-keys     print the public halves of VAULT_KEYS, for an API that runs alone
  forget-logins   remove the site logins, and the key for pushes, whose key is lost: those that none of VAULT_KEYS opens

  --reason TEXT   why bidding is paused
  --verbose       show the whole log, not only what needs attention
  --dev           restart what is edited, and serve the web app from its sources

Configuration comes from the environment; a mistake in it is named when Bidwell starts.
`
/** Low CPU priority: a burst of logins must not delay a shot. */
const LOW_PRIORITY = ['api', 'jobs', 'auction-house', 'practice-stripe']

// Bidding goes on when the reader of standard output exits.
process.stdout.on('error', () => {})

// The compiled code is kept on disk: later starts take half the time and much less memory.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
enableCompileCache(compiled)
process.env['NODE_COMPILE_CACHE'] ??= compiled

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = STARTUP_ERROR_EXIT_CODE
}

async function main() {
  const { env } = process
  const { command, action, reason, verbose, dev } = readArguments()
  if (LOW_PRIORITY.includes(command)) lowerPriority()
  if (command === 'engine') await raisePriority()
  switch (command) {
    case 'all': {
      process.title = 'bidwell'
      const { startEverything } = await import('./supervisor/start-everything.ts')
      return startEverything(env, { verbose, dev, print, ...stopSignals() })
    }
    case 'api':
      return exitAfter((await import('./main-api.ts')).runApi(env))
    case 'jobs':
      return exitAfter((await import('./main-jobs.ts')).runJobs(env))
    case 'engine':
      return exitAfter((await import('./main-engine.ts')).runEngineProcess(env))
    case 'migrate': {
      const { completeConfig } = await import('./config/complete-config.ts')
      const { migrate } = await import('./platform/database/migrate.ts')
      return migrate((await completeConfig(env, 'owner')).databaseUrl)
    }
    case 'auction-house':
      return import('../../auction-house/src/main.ts')
    case 'practice-stripe':
      return import('../../practice-stripe/src/main.ts')
    case 'pause':
      return (await import('./main-pause.ts')).runPauseCommand(env, action, reason)
    case 'appoint':
      return (await import('./main-appoint.ts')).appoint(env, action)
    case 'alarms':
      return (await import('./main-alarms.ts')).runAlarmsCommand(env, action)
    case 'forget-logins':
      return (await import('./main-forget.ts')).forgetLogins(env)
    case 'generate-keys': {
      const { generateKeys, keysAsText } = await import('./config/keys.ts')
      return process.stdout.write(keysAsText(generateKeys()))
    }
    case 'mailbox': {
      const { readConfig } = await import('./config/config.ts')
      const { keptKeys } = await import('./config/keys.ts')
      const { mailboxPath } = await import('./mail/mailbox-path.ts')
      const { keys, dataDir, http, mail } = readConfig(env)
      if (!mail.usesMailbox) throw new StartupError('This installation has no mailbox')
      const { session } = keys.session.length > 0 ? keys : await keptKeys(dataDir)
      return process.stdout.write(`${http.localUrl}${mailboxPath(session)}\n`)
    }
    case 'public-keys': {
      const { readConfig } = await import('./config/config.ts')
      const { keptKeys, publicHalvesAsText } = await import('./config/keys.ts')
      const { keys, dataDir } = readConfig(env)
      const { vault } = keys.vault.length > 0 ? keys : await keptKeys(dataDir)
      if (vault.length === 0) throw new StartupError('VAULT_KEYS must be set: it holds the keys to print the halves of')
      return process.stdout.write(`VAULT_KEYS=${publicHalvesAsText(vault)}\n`)
    }
    case 'help':
      return process.stdout.write(HELP)
    default:
      throw new StartupError(`bidwell has no command "${command}"\n\n${HELP}`)
  }
}

/** Ends the process as soon as its program has stopped and closed what it had open. */
async function exitAfter(program: Promise<void>) {
  await program
  endProcess()
}

function print(text: string) {
  process.stdout.write(text)
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      options: { help: { ...flag, short: 'h' }, verbose: flag, dev: flag, reason: { type: 'string' } },
      allowPositionals: true,
    })
    const [command = 'all', action] = positionals
    return { ...values, command: values.help ? 'help' : command, action }
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
