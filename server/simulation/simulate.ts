import { parseArgs } from 'node:util'
import { copyDatabase } from '../test/copy-database.ts'
import { startPostgres, TEMPLATE } from '../test/start-postgres.ts'
import { compareSequences } from './database/compare-sequences.ts'
import { shrinkFaults } from './faults/shrink-faults.ts'
import { engineMutants, sqlMutants, tryEngineMutant, trySqlMutant } from './mutants/try-mutants.ts'
import { PAST_FAILURES } from './past-failures.ts'
import { runSeeds, seedsFrom, type Tally } from './run-seeds.ts'
import { type Run, runSimulation } from './run-simulation.ts'

const { values } = parseArgs({
  options: {
    /** How many runs of the engine, or comparisons with the database. */
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    /** Compares the model of the database with PostgreSQL instead of running the engine. */
    database: { type: 'boolean', default: false },
    /** Tries every mutant; with `mutant`, one; with `quick`, those that are caught soon. */
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    quick: { type: 'boolean', default: false },
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
  const past = count === 1 ? [] : PAST_FAILURES
  const tally = await runSeeds([...past, ...seedsFrom(from, count)], MAX_FAILURES_SHOWN)
  for (const run of tally.failed) await printFailure(run)
  printTally(tally)
  return tally.failed.length > 0 ? 1 : 0
}

function printTally({ seeds, snipes, accepted, lost, failed }: Tally) {
  const unavoidable = [...lost.values()].reduce((sum, lostBids) => sum + lostBids, 0)
  print(`${seeds} seeds, ${snipes} snipes, ${accepted} accepted by the site, ${unavoidable} lost unavoidably. Reasons:`)
  const commonest = [...lost].toSorted(([, a], [, b]) => b - a).slice(0, 12)
  for (const [reason, lostBids] of commonest) print(`${String(lostBids).padStart(7)}  ${reason}`)
  print(`${failed.length} seeds broke a rule, in ${process.uptime().toFixed(1)} s`)
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
  print(`  repeat: npm run simulate -- --seeds 1 --from ${seed}\n`)
}

/** Runs random sequences in the model of the database and in PostgreSQL, and prints the shortest that differs. */
async function compareWithDatabase(): Promise<number> {
  await using server = await startPostgres()
  await using database = await copyDatabase(server.templateUrl, TEMPLATE)
  const { compared, difference } = await compareSequences(database.url, { seed: from, sequences: count })
  if (difference) print(`${difference}\n`)
  print(
    `${compared} sequences compared, ${difference ? 'one differs' : 'all are equal'}, in ${process.uptime().toFixed(1)} s`,
  )
  return difference ? 1 : 0
}

/** Tries mutants of the engine and of the statements. Fails when one survives. */
async function tryMutants(): Promise<number> {
  const isChosen = ([name]: [string, unknown]) => values.mutant === undefined || name === values.mutant
  const ofEngine = engineMutants(values.quick).filter(isChosen)
  const ofSql = sqlMutants(values.quick).filter(isChosen)
  const chosen = ofEngine.length + ofSql.length
  if (chosen === 0) throw new Error(`There is no mutant '${values.mutant}'`)

  let caught = 0
  function report(name: string, caughtBy: string | null) {
    if (caughtBy !== null) caught += 1
    print(caughtBy === null ? `ALIVE: ${name}` : `caught by ${caughtBy}`)
  }
  for (const [name, mutant] of ofEngine) report(name, await tryEngineMutant(name, mutant))
  if (ofSql.length > 0) {
    // The tests pass the address of the server that they have started.
    const url = process.env['TEST_SERVER_URL']
    await using server = url === undefined ? await startPostgres() : null
    for (const [name, mutant] of ofSql) report(name, await trySqlMutant(name, mutant, url ?? server?.templateUrl ?? ''))
  }
  print(`${caught} of ${chosen} caught, in ${process.uptime().toFixed(1)} s`)
  return caught < chosen ? 1 : 0
}
