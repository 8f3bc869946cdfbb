import { parseArgs } from 'node:util'
import { copyDatabase } from '../test/copy-database.ts'
import { startPostgres, TEMPLATE } from '../test/start-postgres.ts'
import { compareSequences } from './database/compare-sequences.ts'
import { ALL_FAULTS, type Fault, NAMED_FAULTS } from './faults/faults.ts'
import { shrinkFaults } from './faults/shrink-faults.ts'
import { ENGINE_MUTANTS } from './mutants/mutants.ts'
import { SQL_MUTANTS } from './mutants/sql-mutants.ts'
import { TESTED_MUTANTS } from './mutants/tested-mutants.ts'
import { type Catch, tryEngineMutant, trySqlMutants } from './mutants/try-mutants.ts'
import { PAST_FAILURES, PAST_GROUP_FAILURES } from './past-failures.ts'
import { tableOfLosses } from './rules/loss-reasons.ts'
import { runSeeds, seedsFrom, type Tally } from './run-seeds.ts'
import { type Run, runSimulation } from './run-simulation.ts'

const { values } = parseArgs({
  options: {
    /** How many runs of the engine, or comparisons with the database. */
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    /** Faults that every run meets, with commas between them. */
    faults: { type: 'string', default: '' },
    /** No run meets any other fault. */
    alone: { type: 'boolean', default: false },
    /** Compares the model of the database with PostgreSQL instead of running the engine. */
    database: { type: 'boolean', default: false },
    /** Tries every mutant; with `mutant`, one; with `only`, those of the `engine`, of the statements (`sql`) or of `tests`. */
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string' },
  },
})

const MAX_FAILURES_SHOWN = 3

const [from, count] = [Number(values.from), Number(values.seeds)]
if (values.mutants || values.mutant !== undefined) process.exitCode = await tryMutants()
else if (values.database) process.exitCode = await compareWithDatabase()
else process.exitCode = await runAll()

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** Runs the past failures and the seeds, and prints all about the first that fail. */
async function runAll(): Promise<number> {
  const options = { maxFailures: MAX_FAILURES_SHOWN, always: faultsNamed(values.faults), alone: values.alone }
  const past = options.always.includes('groups') ? PAST_GROUP_FAILURES : PAST_FAILURES
  const tally = await runSeeds([...(count === 1 ? [] : past), ...seedsFrom(from, count)], options)
  for (const run of tally.failed) await printFailure(run)
  printTally(tally)
  if (options.always.includes('groups')) printGroups(tally)
  const isOverBudget = tableOfLosses(tally.lost, tally.seeds).some(({ isOver }) => isOver)
  return tally.failed.length > 0 || isOverBudget ? 1 : 0
}

function faultsNamed(names: string): Fault[] {
  const named = names.split(',').filter((name) => name !== '')
  return named.map((name) => {
    const known: readonly Fault[] = [...ALL_FAULTS, ...NAMED_FAULTS]
    const fault = known.find((it) => it === name)
    if (!fault) throw new Error(`There is no fault '${name}'. Faults: ${known.join(', ')}`)
    return fault
  })
}

/** Prints how many snipes were lost for each reason, and in how many worlds, beside the budget. */
function printTally({ seeds, snipes, placed, lost, failed }: Tally) {
  const rows = tableOfLosses(lost, seeds)
  const unavoidable = rows.reduce((sum, row) => sum + row.snipes, 0)
  print(`${seeds} seeds, ${snipes} snipes, ${placed} placed, ${unavoidable} lost unavoidably:`)
  print('   lost   worlds   one in  budget: one in  reason')
  for (const { reason, snipes: count, worlds, budget, isOver } of rows) {
    const oneIn = worlds === 0 ? '-' : String(Math.round(seeds / worlds))
    const columns = [count, worlds, oneIn].map((it) => String(it).padStart(7)).join('  ')
    print(`${columns} ${String(budget).padStart(15)}  ${reason}${isOver ? '  OVER ITS BUDGET' : ''}`)
  }
  print(`${failed.length} seeds broke a rule, in ${process.uptime().toFixed(1)} s`)
}

/** Prints how many bids their groups skipped, and how soon after its close a lost bid left its place to another. */
function printGroups({ snipes, skipped, freedAfterMs }: Tally) {
  const share = ((100 * skipped.free) / snipes).toFixed(2)
  print(`${skipped.all} skipped for an unknown result, ${skipped.free} of them (${share} % of all) with a win free`)
  const sorted = freedAfterMs.toSorted((a, b) => a - b)
  const seconds = [0.5, 0.95, 0.99, 1].map((part) =>
    ((sorted[Math.ceil(part * sorted.length) - 1] ?? 0) / 1_000).toFixed(1),
  )
  print(`${sorted.length} places free again, from the close: p50, p95, p99, max: ${seconds.join(', ')} s`)
}

async function printFailure(run: Run) {
  const { seed, hash, violations, faults } = run
  print(`\nseed ${seed}, hash ${hash}`)
  for (const violation of violations) print(`  ${violation}`)
  const needed = await shrinkFaults(runSimulation, run)
  print(`  faults: ${[...faults].join(', ')}`)
  print(`  faults that it takes: ${[...needed].join(', ') || 'none'}`)
  const { trace } = await runSimulation(seed, { faults: needed, isTraced: true })
  for (const [name, lines] of trace) print(`  ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`)
  const named = NAMED_FAULTS.filter((fault) => faults.has(fault)).join(',')
  print(`  repeat: npm run simulate -- --seeds 1 --from ${seed}${named && ` --faults ${named}`}\n`)
}

/** Runs random sequences in the model of the database and in PostgreSQL, and prints the shortest that differs. */
async function compareWithDatabase(): Promise<number> {
  await using server = await startPostgres()
  await using database = await copyDatabase(server.templateUrl, TEMPLATE)
  const { compared, difference } = await compareSequences(database.url, { first: from, sequences: count })
  if (difference) print(`${difference}\n`)
  print(
    `${compared} sequences compared, ${difference ? 'one differs' : 'all are equal'}, in ${process.uptime().toFixed(1)} s`,
  )
  return difference ? 1 : 0
}

/** Tries mutants of the engine, of the statements, and of what single tests guard. Fails when one survives. */
async function tryMutants(): Promise<number> {
  const chosenOf = <M>(kind: string, mutants: Record<string, M>): [string, M][] =>
    Object.entries(mutants).filter(([name]) => (values.only ?? kind) === kind && (values.mutant ?? name) === name)
  const ofEngine = chosenOf('engine', ENGINE_MUTANTS)
  const ofSql = chosenOf('sql', SQL_MUTANTS)
  const ofTests = chosenOf('tests', TESTED_MUTANTS)
  const chosen = ofEngine.length + ofSql.length + ofTests.length
  if (chosen === 0) throw new Error(`There is no mutant '${values.mutant}'`)

  let caught = 0
  function report(name: string, what: string, onRecord: number, found: Catch) {
    if (found === null) return print(`ALIVE: ${name}`)
    caught += 1
    const note = found.by === onRecord ? '' : `, on record is ${onRecord}`
    print(`caught by ${what} ${found.by}${note}: ${name} (${found.shows.slice(0, 160)})`)
  }
  for (const [name, mutant] of ofEngine) report(name, 'seed', mutant.seed, await tryEngineMutant(name, mutant))
  // The tests pass the address of the server that they have started.
  const url = process.env['TEST_SERVER_URL']
  const needsServer = url === undefined && ofSql.length + ofTests.length > 0
  await using server = needsServer ? await startPostgres() : null
  const serverUrl = url ?? server?.templateUrl ?? ''
  if (ofSql.length > 0)
    for await (const { name, mutant, found } of trySqlMutants(ofSql, serverUrl))
      report(name, 'sequence', mutant.sequence, found)
  if (ofTests.length > 0) {
    const { tryTestedMutants } = await import('./mutants/try-tested-mutants.ts')
    const failing = await tryTestedMutants(ofTests, serverUrl)
    for (const [name, { test }] of ofTests) {
      caught += failing.has(name) ? 1 : 0
      print(failing.has(name) ? `caught by a test in ${test.file}: ${name} (${test.title})` : `ALIVE: ${name}`)
    }
  }
  print(`${caught} of ${chosen} caught, in ${process.uptime().toFixed(1)} s`)
  return caught < chosen ? 1 : 0
}
