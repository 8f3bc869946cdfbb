import { type Run, runSimulation } from './run-simulation.ts'

/** The results of many runs. `lost`: how many bids were lost unavoidably, by reason. */
export type Tally = { seeds: number; snipes: number; accepted: number; lost: Map<string, number>; failed: Run[] }

/** Runs seed after seed, until `maxFailures` have failed. */
export async function runSeeds(seeds: Iterable<number>, maxFailures = Infinity): Promise<Tally> {
  const tally: Tally = { seeds: 0, snipes: 0, accepted: 0, lost: new Map(), failed: [] }
  const { stackTraceLimit } = Error
  // Each aborted wait makes an error; collecting its stack would take most of the time.
  Error.stackTraceLimit = 0
  try {
    for (const seed of seeds) {
      const run = await runSimulation(seed)
      tally.seeds += 1
      tally.snipes += run.bids.length
      for (const { kind, reason } of run.classes) {
        if (kind === 'accepted') tally.accepted += 1
        if (kind === 'unavoidable') tally.lost.set(reason, (tally.lost.get(reason) ?? 0) + 1)
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
