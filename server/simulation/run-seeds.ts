import { type Fault, faultsFor } from './faults/faults.ts'
import type { LossReason } from './rules/loss-reasons.ts'
import { type Run, runSimulation } from './run-simulation.ts'

/** The results of many runs. `lost`: how many snipes were lost unavoidably, by reason. */
export type Tally = { seeds: number; snipes: number; placed: number; lost: Map<LossReason, number>; failed: Run[] }

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
      for (const bidClass of run.classes) {
        if (bidClass.kind === 'placed') tally.placed += 1
        if (bidClass.kind === 'unavoidable') tally.lost.set(bidClass.reason, (tally.lost.get(bidClass.reason) ?? 0) + 1)
      }
      if (run.violations.length > 0) tally.failed.push(run)
      if (tally.failed.length >= maxFailures) break
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return tally
}

export function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed++) yield seed
}
