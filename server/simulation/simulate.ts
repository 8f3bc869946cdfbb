import { parseArgs } from 'node:util'
import { loadMutant } from './mutants/load-mutant.ts'
import { MUTANTS, type MutantName, QUICK_WITHIN } from './mutants/mutants.ts'
import { PAST_FAILURES } from './past-failures.ts'
import { runSeeds, seedsFrom, type Tally } from './run-seeds.ts'
import { type Run, runSimulation } from './run-simulation.ts'
import { shrinkFaults } from './faults/shrink-faults.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    /** Of the mutants, only those that a few hundred seeds catch. */
    quick: { type: 'boolean', default: false },
  },
})

const FAILURES_TOLD = 3

const say = (text: string) => process.stdout.write(`${text}\n`)
const namesOfMutants = () => Object.keys(MUTANTS).filter(isMutant)
const isQuick = (name: MutantName) => MUTANTS[name].withinSeeds <= QUICK_WITHIN

if (values.mutants) process.exitCode = await hunt(namesOfMutants().filter((name) => !values.quick || isQuick(name)))
else if (values.mutant === undefined) process.exitCode = await prove(Number(values.from), Number(values.seeds))
else if (isMutant(values.mutant)) process.exitCode = await hunt([values.mutant])
else throw new Error(`There is no mutant '${values.mutant}', only: ${namesOfMutants().join(', ')}`)

function isMutant(name: string): name is MutantName {
  return Object.hasOwn(MUTANTS, name)
}

/** Runs the past failures, then the seeds; tells all about the first that fail. */
async function prove(from: number, count: number): Promise<number> {
  const past = count === 1 ? [] : PAST_FAILURES
  const tally = await runSeeds([...past, ...seedsFrom(from, count)], FAILURES_TOLD)
  for (const run of tally.failed) await tellFailure(run)
  tellTally(tally)
  return tally.failed.length > 0 ? 1 : 0
}

function tellTally({ seeds, snipes, accepted, lost, failed }: Tally) {
  const unavoidable = [...lost.values()].reduce((sum, count) => sum + count, 0)
  say(`${seeds} seeds, ${snipes} snipes, ${accepted} taken by the site, ${unavoidable} lost unavoidably, of these:`)
  const most = [...lost].toSorted(([, a], [, b]) => b - a).slice(0, 12)
  for (const [why, count] of most) say(`${String(count).padStart(7)}  ${why}`)
  say(`${failed.length} seeds broke a rule, in ${process.uptime().toFixed(1)} s`)
}

async function tellFailure(run: Run) {
  const { seed, hash, violations, faults } = run
  say(`\nseed ${seed}, hash ${hash}`)
  for (const violation of violations) say(`  ${violation}`)
  const needed = await shrinkFaults(runSimulation, run)
  say(`  faults: ${[...faults].join(', ')}`)
  say(`  of these it takes: ${[...needed].join(', ') || 'none'}`)
  const { trace } = await runSimulation(seed, { faults: needed, isTraced: true })
  for (const [who, lines] of trace) say(`  ${who}\n${lines.map((line) => `    ${line}`).join('\n')}`)
  say(`  again: npm run simulate -- --seeds 1 --from ${seed}\n`)
}

/** Looks for the first seed that misses each guard; fails when one is not missed within the seeds that it is given. */
async function hunt(names: readonly MutantName[]): Promise<number> {
  let survivors = 0
  for (const name of names) {
    const { runSeeds: runMutant } = await loadMutant(name)
    const tally = await runMutant(seedsFrom(1, MUTANTS[name].withinSeeds), 1)
    const [caught] = tally.failed
    if (!caught) survivors += 1
    const [rule = ''] = caught?.violations ?? []
    say(
      `${caught ? `caught by seed ${caught.seed}` : `ALIVE after ${tally.seeds}`}: ${name}${caught ? ` (${rule})` : ''}`,
    )
  }
  say(`${names.length - survivors} of ${names.length} caught, in ${process.uptime().toFixed(1)} s`)
  return survivors > 0 ? 1 : 0
}
