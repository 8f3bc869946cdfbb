import { getEventListeners } from 'node:events'
import { neverAborted } from '../src/platform/with-timeout.ts'
import { chanceOf } from './world/chance.ts'
import type { ModelBid } from './store/model-store.ts'
import { openWorld } from './world/open-world.ts'
import { planFaults } from './faults/plan-faults.ts'
import { type BidCallOutcomeNote, checkEnd, outcomeOfBid } from './rules.ts'
import { type Faults, faultsFor } from './faults/faults.ts'
import type { Sending } from './world/world.ts'

export type Run = {
  seed: number
  faults: Faults
  /** Rules that were broken: each begins with its name and a colon. */
  violations: string[]
  bids: ModelBid[]
  outcomes: BidCallOutcomeNote[]
  sendings: readonly Sending[]
  hash: string
  trace: ReadonlyMap<string, readonly string[]>
}

/** Some time after the last close, whatever was wrong is mended, and everything must come to its end. */
const CALM_AFTER_MS = 10_000
const RUN_AFTER_MS = 15 * 60_000
/** A run without a calm end is left in the midst of its faults. */
const LEFT_AFTER_MS = 30_000
/** A call that hung as the last bid was settled is given up, and what it was to write down is written. */
const WRITTEN_AFTER_MS = 8_000
const LATE_SNIPE_MS = 4_500

type Options = { faults?: Faults; isTraced?: boolean }

/**
 * Machines, snipes, and whatever faults the seed or the caller chooses, until all is settled. The same seed gives
 * the same run.
 */
export async function runSimulation(seed: number, options: Options = {}): Promise<Run> {
  const chance = chanceOf(seed, 'run')
  const { faults = faultsFor(seed), isTraced = false } = options
  const deathIsSeen = chance.happens(0.5)
  const it = openWorld({
    seed,
    faults,
    isTraced,
    deathIsSeen,
    statusLagMs: chance.happens(0.5) ? 0 : chance.between(0, 3_000),
    pageGrainMs: chance.happens(0.7) ? 1 : 1_000,
    equalRebid: chance.oneOf(['nothing', 'refused', 'counts_twice']),
  })
  const { time, site, store, faultWindows, sendings } = it
  const isCalm = chance.happens(0.5)
  for (const machine of chance.happens(0.7) ? ['east', 'west'] : ['east', 'west', 'north']) it.start(machine)

  const snipes = Array.from({ length: chance.happens(0.1) ? chance.whole(4, 12) : chance.whole(1, 3) }, () => {
    const leadMs = chance.whole(1, chance.happens(0.7) ? 8 : 60) * 1_000
    const isLate = chance.happens(0.1)
    const endsInMs = isLate ? chance.between(2_000, 20_000) : chance.between(30_000, 110_000)
    return it.snipe({ endsInMs, leadMs, maxBidCents: chance.whole(10, 30) * 100 })
  })
  const items = snipes.map(({ item }) => item)
  for (const { bid } of snipes)
    faultWindows.note(bid.bidId, { from: -Infinity, to: LATE_SNIPE_MS, why: 'it came late' })
  planFaults({ it, faults, seed, items, deathIsSeen })

  const lastEnd = () => Math.max(...items.map(({ endsAt }) => site.instantOf(endsAt)))
  const over = () => lastEnd() + (isCalm ? RUN_AFTER_MS : LEFT_AFTER_MS)
  while (!it.allSettled() && time.now() < over()) {
    if (isCalm && time.now() > lastEnd() + CALM_AFTER_MS) it.calm()
    await time.runTo(time.now() + 1_000)
  }
  if (isCalm) {
    it.calm()
    await time.runTo(time.now() + WRITTEN_AFTER_MS)
  }
  forgetTheDead()
  const bids = [...store.bids.values()]
  const violations = [...it.violations, ...checkEnd(it.world, { isCalm })]
  const outcomes = bids.map((bid) => outcomeOfBid(it.world, bid))
  return { seed, faults, violations, bids, outcomes, sendings, hash: it.trace.hash(), trace: it.trace.lines() }
}

/** What ended in the midst of a wait still listens to the core's only lasting signal, which would grow run by run. */
export function forgetTheDead() {
  // What listens for an abort is called with nothing but the event.
  for (const listener of getEventListeners(neverAborted, 'abort'))
    neverAborted.removeEventListener('abort', listener as () => void)
}
