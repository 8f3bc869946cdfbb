import { type Fault, faultsFor } from './faults/faults.ts'
import type { Losses, LossReason } from './rules/loss-reasons.ts'
import { type Run, runSimulation } from './run-simulation.ts'

/** The results of many runs. `lost`: what was lost unavoidably, by reason. */
export type Tally = {
  seeds: number
  snipes: number
  placed: number
  lost: Map<LossReason, Losses>
  failed: Run[]
  /** Bids that their groups skipped because they did not know a result, and those of them for which a win was free. */
  skipped: { all: number; free: number }
  freedAfterMs: number[]
}

/** `always`: faults that every run meets. `alone`: no run meets any other. */
type Options = { maxFailures?: number; always?: readonly Fault[]; alone?: boolean }

/** Runs seed after seed, until `maxFailures` have failed. */
export async function runSeeds(seeds: Iterable<number>, options: Options = {}): Promise<Tally> {
  const { maxFailures = Infinity, always = [], alone = false } = options
  const skipped = { all: 0, free: 0 }
  const tally: Tally = { seeds: 0, snipes: 0, placed: 0, lost: new Map(), failed: [], skipped, freedAfterMs: [] }
  const { stackTraceLimit } = Error
  // Each aborted wait makes an error; collecting its stack would take most of the time.
  Error.stackTraceLimit = 0
  try {
    for (const seed of seeds) {
      const run = await runSimulation(seed, { faults: alone ? new Set(always) : faultsFor(seed, always) })
      tally.seeds += 1
      tally.snipes += run.bids.length
      tally.placed += run.classes.filter(({ kind }) => kind === 'placed').length
      countLosses(tally.lost, run)
      const skips = run.classes.filter((bidClass) => bidClass.kind === 'skipped')
      skipped.all += skips.length
      skipped.free += skips.filter(({ hadFreeWin }) => hadFreeWin).length
      tally.freedAfterMs.push(...run.freedAfterMs)
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

/** What to enter to see each failed run again, and the rules that it broke. */
export const replaysOf = (failed: readonly Run[], options = ''): string[] =>
  failed.flatMap(({ seed, violations }) => [
    `npm run simulate -- --seeds 1 --from ${seed} ${options}`.trimEnd(),
    ...violations,
  ])

export function* seedsFrom(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed++) yield seed
}
