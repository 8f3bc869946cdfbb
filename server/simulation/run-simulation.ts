import { getEventListeners } from 'node:events'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { type Faults, faultsFor } from './faults/faults.ts'
import { planFaults } from './faults/plan-faults.ts'
import { type BidClass, classifyBid } from './rules/classify-bid.ts'
import { checkEnd } from './rules/end-rules.ts'
import type { ModelBid } from './store/model-database.ts'
import { type Chance, chanceOf } from './world/chance.ts'
import { addSnipe, isAllSettled, mend, openWorld } from './world/open-world.ts'
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
/** A snipe that comes later than this before its moment may miss it. */
const LATE_SNIPE_MS = 4_500

type Options = { faults?: Faults; isTraced?: boolean }

/** Runs engines with snipes and faults, drawn from the seed, until all is settled. The same seed gives the same run. */
export async function runSimulation(seed: number, options: Options = {}): Promise<Run> {
  const { faults = faultsFor(seed), isTraced = false } = options
  const chance = chanceOf(seed, 'run')
  const world = drawWorld(chance, { seed, faults, isTraced })
  const isMended = chance.happens(0.5)
  for (const machine of chance.happens(0.7) ? ['east', 'west'] : ['east', 'west', 'north']) startEngine(world, machine)
  addSnipes(world, chance)
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
    hash: world.trace.hash(),
    trace: world.trace.lines(),
  }
}

function drawWorld(chance: Chance, options: { seed: number; faults: Faults; isTraced: boolean }): World {
  return openWorld({
    ...options,
    deathIsSeen: chance.happens(0.5),
    statusLagMs: chance.happens(0.5) ? 0 : chance.between(0, 3_000),
    pageResolutionMs: chance.happens(0.7) ? 1 : 1_000,
    equalRebid: chance.oneOf(['nothing', 'refused', 'counts_twice']),
  })
}

function addSnipes(world: World, chance: Chance) {
  const count = chance.happens(0.1) ? chance.whole(4, 12) : chance.whole(1, 3)
  for (let left = count; left > 0; left--) {
    const leadMs = chance.whole(1, chance.happens(0.7) ? 8 : 60) * 1_000
    const isLate = chance.happens(0.1)
    const endsInMs = isLate ? chance.between(2_000, 20_000) : chance.between(30_000, 110_000)
    const { bid } = addSnipe(world, { endsInMs, leadMs, maxBidCents: chance.whole(10, 30) * 100 })
    world.faultWindows.note(bid.bidId, { from: -Infinity, to: LATE_SNIPE_MS, reason: 'it came late' })
  }
}

async function runToTheEnd(world: World, isMended: boolean) {
  const { time, site } = world
  const lastEnd = () => Math.max(...[...site.items.values()].map(({ endsAt }) => site.instantOf(endsAt)))
  const over = () => lastEnd() + (isMended ? RUN_AFTER_MS : UNMENDED_AFTER_MS)
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
