import { type Fault, faultsFor } from './faults/faults.ts'
import type { Losses, LossReason } from './rules/loss-reasons.ts'
import { type Run, runSimulation } from './run-simulation.ts'

/** The results of many runs. `lost`: what was lost unavoidably, by reason. */
export type Tally = { seeds: number; snipes: number; placed: number; lost: Map<LossReason, Losses>; failed: Run[] }

/** `always`: faults that every run meets. */
type Options = { maxFailures?: number; always?: readonly Fault[] }

/** Runs seed after seed, until `maxFailures` have failed. */
export async function runSeeds(seeds: Iterable<number>, options: Options = {}): Promise<Tally> {
  const { maxFailures = Infinity, always = [] } = options
  const tally: Tally = { seeds: 0, snipes: 0, placed: 0, lost: new Map(), failed: [] }
  const { stackTraceLimit } = Error
  // Each aborted wait makes an error; collecting its stack would take most of the time.
  Error.stackTraceLimit = 0
  try {
    for (const seed of seeds) {
      const run = await runSimulation(seed, { faults: faultsFor(seed, always) })
      tally.seeds += 1
      tally.snipes += run.bids.length
      tally.placed += run.classes.filter(({ kind }) => kind === 'placed').length
      countLosses(tally.lost, run)
      if (run.violations.length > 0) tally.failed.push(run)
      if (tally.failed.length >= maxFailures) break
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return tally
}

function countLosses(lost: Tally['lost'], { classes }: Run) {
  const reasons = classes.flatMap((bidClass) => (bidClass.kind === 'unavoidable' ? [bidClass.reason] : []))
  for (const [reason, { length }] of Map.groupBy(reasons, (it) => it)) {
    const { snipes, worlds } = lost.get(reason) ?? { snipes: 0, worlds: 0 }
    lost.set(reason, { snipes: snipes + length, worlds: worlds + 1 })
  }
}

export function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed++) yield seed
}
