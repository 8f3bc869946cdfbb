import { getEventListeners } from 'node:events'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { addGroups } from './draw-groups.ts'
import { addSnipes, drawWorld } from './draw-world.ts'
import { type Faults, faultsFor } from './faults/faults.ts'
import { planFaults } from './faults/plan-faults.ts'
import { type BidClass, classifyBid } from './rules/classify-bid.ts'
import { checkEnd } from './rules/end-rules.ts'
import { freedAfterMs } from './rules/group-rules.ts'
import type { ModelBid } from './store/model-database.ts'
import { chanceOf } from './world/chance.ts'
import { isAllSettled, mend } from './world/open-world.ts'
import { startEngine } from './world/start-engine.ts'
import type { Sending, World } from './world/world.ts'

export type Run = {
  seed: number
  faults: Faults
  /** Broken rules, each with the rule's name before a colon. */
  violations: string[]
  bids: ModelBid[]
  classes: BidClass[]
  sendings: readonly Sending[]
  /** How long after their closes the places of lost bids in their groups were free again. */
  freedAfterMs: number[]
  hash: string
  trace: ReadonlyMap<string, readonly string[]>
}

/** So long after the last close, the faults of a run that is mended end. */
const FAULTY_AFTER_MS = 10_000
/** By then everything must have come to its end. */
const RUN_AFTER_MS = 15 * 60_000
/** A run that is not mended stops among its faults. */
const UNMENDED_AFTER_MS = 30_000
/** A call that hung as the last bid was settled times out within this time, and its entries are written again. */
const WRITTEN_AFTER_MS = 8_000

type Options = { faults?: Faults; isTraced?: boolean }

/** Runs engines with snipes and faults, drawn from the seed, until all is settled. The same seed gives the same run. */
export async function runSimulation(seed: number, options: Options = {}): Promise<Run> {
  const { faults = faultsFor(seed), isTraced = false } = options
  const chance = chanceOf(seed, 'run')
  const world = drawWorld(chance, { seed, faults, isTraced })
  const isMended = chance.happens(0.5)
  for (const machine of chance.happens(0.7) ? ['east', 'west'] : ['east', 'west', 'north']) startEngine(world, machine)
  if (faults.has('groups')) addGroups(world, chanceOf(seed, 'groups'))
  else addSnipes(world, chance)
  planFaults(world)
  await runToTheEnd(world, isMended)

  const bids = [...world.database.bids.values()]
  return {
    seed,
    faults,
    violations: [...world.violations, ...checkEnd(world, { isMended })],
    bids,
    classes: bids.map((bid) => classifyBid(world, bid)),
    sendings: world.sendings,
    freedAfterMs: freedAfterMs(world),
    hash: world.trace.hash(),
    trace: world.trace.lines(),
  }
}

async function runToTheEnd(world: World, isMended: boolean) {
  const { time, site, processes } = world
  const lastEnd = () => Math.max(...[...site.items.values()].map(({ endsAt }) => site.instantOf(endsAt)))
  const lastWake = () => Math.max(...[...processes.values()].map(({ process }) => process.pausedUntil()))
  const over = () => (isMended ? Math.max(lastEnd(), lastWake()) + RUN_AFTER_MS : lastEnd() + UNMENDED_AFTER_MS)
  while (!isAllSettled(world) && time.now() < over()) {
    if (isMended && time.now() > lastEnd() + FAULTY_AFTER_MS) mend(world)
    await time.runTo(time.now() + 1_000)
  }
  if (isMended) {
    mend(world)
    await time.runTo(time.now() + WRITTEN_AFTER_MS)
  }
  removeAbortListeners()
}

/** Removes the listeners that unfinished waits leave on the core's lasting signal: they would grow run by run. */
export function removeAbortListeners() {
  // A listener for an abort is called with nothing but the event.
  for (const listener of getEventListeners(neverAborted, 'abort'))
    neverAborted.removeEventListener('abort', listener as () => void)
}
