#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { api, AuctionStatus, BID, BidStatus, HistoryResult, messages } from '@bidwell/contract'
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { call } from './call.ts'
import { CliError, EXIT } from './cli-error.ts'
import { importFile } from './import-file.ts'
import { readInstallation } from './installation.ts'
import { clean, json, print } from './print.ts'
import { readAuctions, readBids, readHistory } from './read-lists.ts'
import { showAuctions, showBids, showHistory, showImport, showReceipt, showRequests, showToken } from './show-lists.ts'
import { signIn } from './sign-in.ts'
import { trackAuction, trackAuctions } from './track-auctions.ts'
import { watchAuctions, writeEvents } from './watch-auctions.ts'
import { writeCompletion } from './write-completion.ts'

type Json = { json?: boolean }

/** What the keys send to a program that reads each key. */
const CTRL_C = '\u0003'
/** How many entries `history` shows unless it is told. */
const DEFAULT_HISTORY = 50

// Whoever reads the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit())

try {
  await describeCommands(process.env).parseAsync()
} catch (error) {
  // Commander has printed why, or the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.wrongUse
  else if (error instanceof CliError) {
    process.stderr.write(`${describe(error, process.argv.includes('--json'))}\n`)
    process.exitCode = error.exitCode
  } else throw error
}

function describe({ message, code, details, request }: CliError, asJson: boolean): string {
  if (asJson) return json({ code, message, details, ...(request && { request }) })
  const faults = details.filter((fault) => fault.message !== message)
  return [message, ...faults.map((fault) => `  ${fault.path}: ${fault.message}`)].map(clean).join('\n')
}

function describeCommands(env: NodeJS.ProcessEnv): Command {
  const program = new Command('bidwell-cli')
    .description('Bidwell from the command line, by a token that you make in Settings.')
    .addHelpText(
      'after',
      '\nIt ends with 0 when all is done, 1 when Bidwell refuses, 2 for wrong use, and 3 when Bidwell does not answer.\n' +
        'BIDWELL_URL and BIDWELL_TOKEN take the place of "login".',
    )
    .helpOption('-h, --help', 'show this')
    .version(packageJson.version, '-V, --version', 'show the version')
    .exitOverride()
  addSettings(program, env)
  addToken(program, env)
  addLists(program, env)
  addDeeds(program, env)
  addWatch(program, env)
  addMcp(program, env)
  return program.helpCommand('help [command]', 'show how to use a command')
}

/** A command that answers with a record or a list: as JSON for programs, else as text. */
function answer(data: unknown, { json: asJson = false }: Json, text: () => string) {
  print(asJson ? json(data) : text())
}

function withJson(command: Command) {
  return command.option('--json', 'print JSON, for programs')
}

function addToken(program: Command, env: NodeJS.ProcessEnv) {
  withJson(program.command('token'))
    .description('show what the token may do, what is left of its caps, and when it expires')
    .action(async (options: Json) => {
      const token = (await call(await readInstallation(env), api.readOwnToken)).data
      answer(token, options, () => showToken(token))
    })
}

function addSettings(program: Command, env: NodeJS.ProcessEnv) {
  program
    .command('login [address]')
    .description('keep the address of a Bidwell, and a token for it, for later runs')
    .action(async (address: string | undefined) => {
      const { url, file } = await signIn(env, address)
      print(`The token for ${url} is kept in ${file}.`)
    })
  program
    .command('completion')
    .description('print a script that completes commands: eval "$(bidwell-cli completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action((shell: 'bash' | 'zsh') => print(writeCompletion(program, shell)))
}

function addLists(program: Command, env: NodeJS.ProcessEnv) {
  withJson(program.command('auctions'))
    .description('list tracked auctions, nearest end first')
    .addOption(oneOrMore('--status <statuses>', AuctionStatus.options).default(['active']))
    .action(async ({ status, ...options }: Json & { status: AuctionStatus[] }) => {
      const auctions = await readAuctions(await readInstallation(env), status)
      answer(auctions, options, () => showAuctions(auctions, Date.now()))
    })
  withJson(program.command('bids'))
    .description('list bids, latest first')
    .addOption(oneOrMore('--status <statuses>', BidStatus.options).default(['pending', 'executed']))
    .action(async ({ status, ...options }: Json & { status: BidStatus[] }) => {
      const bids = await readBids(await readInstallation(env), status)
      answer(bids, options, () => showBids(bids))
    })
  withJson(program.command('requests'))
    .description('list bids for which this token asked its owner, latest first, and what became of them')
    .action(async (options: Json) => {
      const { requests } = (await call(await readInstallation(env), api.listBidRequests)).data
      answer(requests, options, () => showRequests(requests))
    })
  withJson(program.command('history'))
    .description('list what became of auctions and bids, latest first')
    .addOption(oneOrMore('--result <results>', HistoryResult.options).default([]))
    .option('--search <words>', 'words of the title, or the item number')
    .option('--most <count>', 'how many', wholeNumber, DEFAULT_HISTORY)
    .action(
      async ({
        result,
        search,
        most,
        ...options
      }: Json & { result: HistoryResult[]; search?: string; most: number }) => {
        const entries = await readHistory(await readInstallation(env), { results: result, search, most })
        answer(entries, options, () => showHistory(entries))
      },
    )
  withJson(program.command('receipt'))
    .argument('<bid>', 'its number, as "bids" and "history" show it', wholeNumber)
    .description('show everything that happened to a bid')
    .action(async (id: number, options: Json) => {
      const receipt = (await call(await readInstallation(env), api.readReceipt, { params: { id } })).data
      answer(receipt, options, () => showReceipt(receipt))
    })
}

function addDeeds(program: Command, env: NodeJS.ProcessEnv) {
  withJson(program.command('track'))
    .argument('<links...>', 'links of items, or item numbers')
    .description('track auctions; those that are tracked already stay')
    .action(async (links: string[], options: Json) => {
      const outcome = await trackAuctions(await readInstallation(env), links)
      const { tracked, refused } = outcome
      answer(outcome, options, () =>
        showAuctions(
          tracked.map(({ auction }) => auction),
          Date.now(),
        ),
      )
      if (refused.length === 0) return
      process.exitCode = EXIT.refused
      if (!options.json)
        for (const { link, message } of refused) process.stderr.write(`${clean(`${link}: ${message}`)}\n`)
    })
  withJson(program.command('import'))
    .argument('<file>', 'CSV or JSON: link, max, seconds, note')
    .description(
      'track the auctions of a file, all or none, and wait until each is read; a max is kept as the plan of a new auction',
    )
    .action(async (file: string, options: Json) => {
      const outcome = await importFile(await readInstallation(env), file)
      answer(outcome, options, () => showImport(outcome.import))
      if (outcome.undone.length === 0) return
      process.exitCode = EXIT.refused
      if (!options.json)
        for (const { line, fault } of outcome.undone)
          process.stderr.write(`${clean(messages.importing.faultAt(line, fault ?? 'cancelled'))}\n`)
    })
  withJson(program.command('snipe'))
    .argument('<link>', 'link of an item, or its number')
    .description('track an auction and schedule a bid on it; changes the bid that is pending already')
    .option('--max <dollars>', 'the most that you would bid', dollars)
    .option('--delivered <dollars>', 'in its place: the most that you would pay at the door', dollars)
    .option('--allowance <dollars>', 'with --delivered: for shipping and handling, until the site quotes it', dollars)
    .option('--collect', 'with --delivered: you collect the item')
    .option('--seconds <seconds>', 'how long before the close to bid', wholeNumber, Number(BID.defaultTimingPreference))
    .option('--confirm', 'also when the maximum is far above the price')
    .option('--key <text>', 'the Idempotency-Key: with the same one, a repeated command schedules once')
    .action(async (link: string, given: SnipeOptions) => {
      const amounts = amountsOf(given)
      const to = await readInstallation(env)
      const { auction } = await trackAuction(to, link)
      const { seconds: secondsBeforeEnd, key: idempotencyKey = randomUUID() } = given
      const body = { auctionId: auction.auction_id, ...amounts, secondsBeforeEnd }
      const { bid } = (await call(to, api.scheduleBid, { body, idempotencyKey })).data
      answer(bid, given, () => showBids([bid]))
    })
  withJson(program.command('cancel'))
    .argument('<bid>', 'its number, as "bids" shows it', wholeNumber)
    .description('cancel a pending bid; ends when it can no longer be sent')
    .action(async (id: number, options: Json) => {
      const { bid } = (await call(await readInstallation(env), api.cancelBid, { params: { id } })).data
      answer(bid, options, () => showBids([bid]))
    })
}

type SnipeOptions = Json & {
  max?: number
  delivered?: number
  allowance?: number
  collect?: boolean
  seconds: number
  confirm?: boolean
  key?: string
}

/** What a bid may cost: itself, or at the door. */
function amountsOf({ max, delivered, allowance, collect, confirm }: SnipeOptions) {
  const given = max ?? delivered
  if (given === undefined || (max !== undefined && delivered !== undefined))
    throw new CliError('wrongUse', 'Give either --max or --delivered')
  if (max !== undefined && (allowance !== undefined || collect))
    throw new CliError('wrongUse', '--allowance and --collect belong to --delivered')
  return {
    ...(max !== undefined && { maxBid: max }),
    ...(delivered !== undefined && { allIn: delivered }),
    ...(allowance !== undefined && { allowance }),
    ...(collect && { pickup: true }),
    ...(confirm && { confirmMaxBid: given }),
  }
}

function addWatch(program: Command, env: NodeJS.ProcessEnv) {
  withJson(program.command('watch'))
    .description('show open auctions and their bids as they change; with --json, each event as a line')
    .action(async ({ json: asJson }: Json) => {
      const to = await readInstallation(env)
      const stop = stopRequests()
      if (asJson) return writeEvents(to, stop)
      if (!process.stdout.isTTY)
        throw new CliError('wrongUse', 'This is no terminal: with --json, events come as lines')
      await watchAuctions(to, stop)
    })
}

function addMcp(program: Command, env: NodeJS.ProcessEnv) {
  program
    .command('mcp')
    .description('serve an agent over standard input and output, by the Model Context Protocol')
    .action(async () => {
      const to = await readInstallation(env)
      // Its SDK is larger than all the rest, and no other command needs it.
      const { serveMcp } = await import('./serve-mcp.ts')
      serveMcp(to)
    })
}

/** Aborts at the signals that end programs, and at `q`. */
function stopRequests(): AbortSignal {
  const stop = new AbortController()
  const { stdin } = process
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  if (stdin.isTTY) {
    stdin.setRawMode(true).on('data', (typed: Buffer) => {
      if (typed.includes('q') || typed.includes(CTRL_C)) stop.abort()
    })
    stop.signal.addEventListener('abort', () => stdin.setRawMode(false).pause())
  }
  return stop.signal
}

function oneOrMore(flags: string, values: readonly string[]) {
  return new Option(flags, `one or more of ${values.join(', ')}, separated by commas`).argParser((typed: string) => {
    const chosen = typed.split(',')
    const unknown = chosen.find((value) => !values.includes(value))
    if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of them.`)
    return chosen
  })
}

function wholeNumber(typed: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(typed)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(typed)
}

function dollars(typed: string): number {
  if (!/^\$?[0-9]{1,9}(\.[0-9]{1,2})?$/.test(typed))
    throw new InvalidArgumentError('It must be dollars, such as 40 or 40.50.')
  return Number(typed.replace('$', ''))
}
