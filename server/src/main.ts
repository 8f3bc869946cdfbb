#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { readSettingsFile } from './config/settings-file.ts'
import { connectFailureOf } from './platform/database/connect-failure.ts'
import type { ProcessName } from './platform/database/roles.ts'
import { endProcess } from './platform/end-process.ts'
import { lowerPriority, raisePriority } from './platform/priority.ts'
import { VERSION } from './platform/release.ts'
import { STARTUP_ERROR_EXIT_CODE, StartupError } from './platform/startup-error.ts'
import { stopSignals } from './platform/stop-signals.ts'

const PROGRAMS = 'Programs:'
const OPERATING = 'For the operator of an installation:'
const SETTING_UP = 'To set up:'
/** The doctor says it by itself, and the stand-ins have no settings of Bidwell. */
const SAYS_NOTHING_OF_NAMES: ReadonlySet<string> = new Set(['doctor', 'auction-house', 'practice-stripe'])

// Bidding goes on when the reader of standard output exits.
process.stdout.on('error', () => {})

// The compiled code is kept on disk: later starts take half the time and much less memory.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
enableCompileCache(compiled)
process.env['NODE_COMPILE_CACHE'] ??= compiled

let env = process.env
try {
  const file = await readSettingsFile(env)
  // The environment comes first.
  env = { ...file, ...env }
  await describeCommands(env, file).parseAsync()
} catch (error) {
  // Commander has printed why, or the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : STARTUP_ERROR_EXIT_CODE
  else if (error instanceof StartupError) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = STARTUP_ERROR_EXIT_CODE
  } else if (!(await explainConnectFailure(error, env['DATABASE_URL']))) throw error
}

/** Says in a line that the database is away, or refuses the connection. False for any other error. */
async function explainConnectFailure(error: unknown, url: string | undefined): Promise<boolean> {
  const failure = connectFailureOf(error)
  if (failure === null || url === undefined) return false
  const { describeConnectFailure } = await import('./operate/doctor/describe-connect-failure.ts')
  const { found, remedy } = describeConnectFailure(error, url)
  process.stderr.write(`The database: ${found}. ${remedy}\n`)
  process.exitCode = failure === 'refused' ? STARTUP_ERROR_EXIT_CODE : 1
  return true
}

/** All commands. The code of a command loads when it runs. */
function describeCommands(env: NodeJS.ProcessEnv, file: NodeJS.ProcessEnv): Command {
  const program = new Command('bidwell')
    .usage('[command] [options]')
    .description('Run it by "npm run bidwell -- [command]". Without a command, it starts everything on this machine.')
    .addHelpText(
      'after',
      '\nConfiguration comes from the environment, else from settings.env in BIDWELL_DATA. A mistake is named\n' +
        'when Bidwell starts. The commands for the operator use the database as its owner.',
    )
    .helpOption('-h, --help', 'show this')
    .version(VERSION, '-V, --version', 'show the version')
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .hook('preAction', (_, command) => refuseWhatNpmKept(command))
    .hook('preAction', (_, command) => (SAYS_NOTHING_OF_NAMES.has(command.name()) ? undefined : warnOfMisspelt(env)))
  addPrograms(program, env, file)
  addSetUp(program, env)
  addOperation(program, env)
  return program.helpCommand('help [command]', 'show how to use a command')
}

/** Without "--", npm keeps an option for itself: a check of a backup would restore it. */
function refuseWhatNpmKept(command: Command) {
  for (const option of command.options) {
    const kept = process.env[`npm_config_${option.name().replaceAll('-', '_')}`]
    if (kept === undefined || command.getOptionValue(option.attributeName()) !== undefined) continue
    command.error(
      `npm has kept ${option.long} for itself: write "npm run bidwell -- ${command.name()} … ${option.long}".`,
    )
  }
}

async function warnOfMisspelt(env: NodeJS.ProcessEnv) {
  const { findMisspelt } = await import('./config/find-misspelt.ts')
  for (const { name, meant } of findMisspelt(env)) {
    process.stderr.write(`${name} is no setting. If you mean ${meant}, correct it.\n`)
  }
}

function addPrograms(program: Command, env: NodeJS.ProcessEnv, file: NodeJS.ProcessEnv) {
  /** A program alone has no secret of the file but its own. */
  const envOf = async (name: ProcessName): Promise<NodeJS.ProcessEnv> => {
    const { mayReceive } = await import('./config/settings.ts')
    return { ...Object.fromEntries(Object.entries(file).filter(([key]) => mayReceive(name, key))), ...process.env }
  }
  program.commandsGroup(PROGRAMS)
  program
    .command('all', { isDefault: true })
    .description('everything on this machine: database, auction house, API and web, jobs, engine (the default)')
    .option('--verbose', 'show the whole log, not only what needs attention')
    .option('--dev', 'restart what is edited, and serve the web app from its sources')
    .allowExcessArguments()
    .action(
      async ({ verbose = false, dev = false }: { verbose?: boolean; dev?: boolean }, { args: [unknown] }: Command) => {
        if (unknown !== undefined) program.error(`bidwell has no command "${unknown}"\n\n${program.helpInformation()}`)
        process.title = 'bidwell'
        const { startEverything } = await import('./supervisor/start-everything.ts')
        await startEverything(env, { verbose, dev, print: (text) => process.stdout.write(text), ...stopSignals() })
      },
    )
  program
    .command('api')
    .description('the API and the web app alone')
    .action(async () => exitAfter((await import('./main-api.ts')).runApi(await envOf('api'))))
  program
    .command('jobs')
    .description('the background jobs alone')
    .action(async () => exitAfter((await import('./main-jobs.ts')).runJobs(await envOf('jobs'))))
  program
    .command('engine')
    .description('one engine alone; any number may run')
    .option(
      '--alive',
      'ask the one that runs from this data folder: exits with 0 when it answers, with 1 when it hangs, with 2 when there is none',
    )
    .action(async ({ alive = false }: { alive?: boolean }) => {
      if (alive) {
        lowerPriority()
        process.exitCode = await (await import('./operate/commands/ask-engine.ts')).askEngine(env)
        return
      }
      await raisePriority()
      await exitAfter((await import('./main-engine.ts')).runEngineProcess(await envOf('engine')))
    })
  program
    .command('auction-house')
    .description('the stand-in site alone')
    .option('--with-stripe', 'and the stand-in for Stripe, in the same process')
    .action(async ({ withStripe = false }: { withStripe?: boolean }) => {
      const house = import('../../auction-house/src/main.ts')
      await Promise.all([house, withStripe && import('../../practice-stripe/src/main.ts')])
    })
  program
    .command('practice-stripe')
    .description('the stand-in for Stripe alone')
    .action(async () => void (await import('../../practice-stripe/src/main.ts')))
}

function addSetUp(program: Command, env: NodeJS.ProcessEnv) {
  program.commandsGroup(SETTING_UP)
  program
    .command('migrate')
    .description(
      'bring the database to the shape that this version needs: that of an older one after a backup, while no process runs',
    )
    .action(async () =>
      (await import('./operate/commands/migrate-database.ts')).migrateDatabase(env, stopSignals().stopped),
    )
  const keys = program
    .command('keys')
    .description('print keys: "keys generate" makes fresh ones, "keys public" prints the public halves')
    .helpCommand(false)
  keys
    .command('generate')
    .description('print a fresh ROOT_SECRET, and the keys that come from it')
    .action(async () => (await import('./operate/commands/print-keys.ts')).printKeys())
  keys
    .command('public')
    .description('print the public halves of VAULT_KEYS, for an API that runs alone')
    .action(async () => (await import('./operate/commands/print-public-keys.ts')).printPublicKeys(env))
  program
    .command('config')
    .description('print each setting with where it comes from; secrets are masked')
    .action(async () => (await import('./operate/commands/show-config.ts')).showConfig(env))
  program
    .command('doctor')
    .description(
      'check this installation, and say what to do: exits with 0, with 1 after warnings, with 2 after failures',
    )
    .option(
      '--forget-lost-keys',
      'check nothing, and remove the site logins, and the key for pushes, that none of VAULT_KEYS opens',
    )
    .action(async ({ forgetLostKeys = false }: { forgetLostKeys?: boolean }) => {
      if (forgetLostKeys) return (await import('./operate/commands/forget-lost-keys.ts')).forgetLostKeys(env)
      await (await import('./operate/commands/run-doctor.ts')).runDoctor(env)
    })
}

function addOperation(program: Command, env: NodeJS.ProcessEnv) {
  program.commandsGroup(OPERATING)
  program
    .command('admin')
    .description('"admin create EMAIL" makes an administrator of an address of ADMIN_EMAILS')
    .helpCommand(false)
    .command('create <email>')
    .description(
      'let the account with this address of ADMIN_EMAILS administer the installation; makes one where none is',
    )
    .action(async (email: string) => (await import('./operate/commands/create-admin.ts')).createAdmin(env, email))
  program
    .command('backup')
    .description('make an encrypted backup while everything runs, and verify that it can be restored')
    .action(async () => {
      lowerPriority()
      const { backUp } = await import('./operate/commands/back-up.ts')
      await backUp(env, { stop: stopSignals().stopped })
    })
  program
    .command('restore <file>')
    .description('put a backup into an empty installation; its bids wait until their owners keep them')
    .option(
      '--deletions <file>',
      'the list of accounts that were deleted since, "deleted-accounts" of the old data folder',
    )
    .option('--check', 'only check the file and the keys, and touch no database')
    .action(async (file: string, options: { deletions?: string; check?: boolean }) =>
      (await import('./operate/commands/restore.ts')).restore(env, file, { ...options, stop: stopSignals().stopped }),
    )
  program
    .command('pause [action]')
    .description(
      "on: stop everybody's bids, short of those locked in; new: arm no further bids, and let those go on that an engine " +
        'holds; off: go on bidding',
    )
    .option('--reason <text>', 'why bidding is paused; every user sees it')
    .action(async (action: string | undefined, { reason }: { reason?: string }) =>
      (await import('./operate/commands/pause-everybody.ts')).pauseEverybody(env, action, reason),
    )
}

/** Ends the process as soon as its program has stopped and closed what it had open. */
async function exitAfter(program: Promise<void>) {
  await program
  endProcess()
}
