import { type Run, runSimulation } from './run-simulation.ts'

/** What many runs came to. */
export type Tally = { seeds: number; snipes: number; accepted: number; lost: Map<string, number>; failed: Run[] }

/** Runs seed after seed, and stops early at so many that fail. */
export async function runSeeds(seeds: Iterable<number>, mostFailures = Infinity): Promise<Tally> {
  const tally: Tally = { seeds: 0, snipes: 0, accepted: 0, lost: new Map(), failed: [] }
  const { stackTraceLimit } = Error
  // Each wait that ends makes an error, whose stack nobody will read.
  Error.stackTraceLimit = 0
  try {
    for (const seed of seeds) {
      const run = await runSimulation(seed)
      tally.seeds += 1
      tally.snipes += run.bids.length
      for (const { kind, why } of run.outcomes) {
        if (kind === 'accepted') tally.accepted += 1
        if (kind === 'unavoidable') tally.lost.set(why, (tally.lost.get(why) ?? 0) + 1)
      }
      if (run.violations.length > 0) tally.failed.push(run)
      if (tally.failed.length >= mostFailures) break
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return tally
}

export function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed++) yield seed
}
