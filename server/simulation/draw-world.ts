import type { Faults } from './faults/faults.ts'
import type { SiteHabits } from './site/model-site.ts'
import { EQUAL_REBIDS } from './site/place-bid.ts'
import type { ClockHabits } from './site/site-clocks.ts'
import { type Chance, chanceOf } from './world/chance.ts'
import { addSnipe, openWorld } from './world/open-world.ts'
import type { World } from './world/world.ts'

/** A snipe that comes later than this before its moment may miss it. */
const LATE_SNIPE_MS = 4_500
/** How late an order may appear. */
const MAX_ORDER_LAG_MS = 120_000
/** How old the site's pages and lists may be at most. */
const MAX_LAG_MS = 15_000

/** Draws a site and a database, without snipes and engines. */
export function drawWorld(chance: Chance, options: { seed: number; faults: Faults; isTraced: boolean }): World {
  return openWorld({
    ...options,
    deathIsSeen: chance.happens(0.5),
    statusLagMs: chance.happens(0.5) ? 0 : chance.between(0, 3_000),
    pageResolutionMs: chance.happens(0.7) ? 1 : 1_000,
    equalRebid: chance.oneOf(EQUAL_REBIDS),
    ...drawHabits(options),
    clocks: drawClocks(options),
  })
}

/** What the site does where its ways are unknown, if that is among the faults. */
function drawHabits({ seed, faults }: { seed: number; faults: Faults }): Partial<SiteHabits> {
  const chance = chanceOf(seed, 'habits')
  const statusLagMs = chance.between(3_000, MAX_LAG_MS)
  const listLagMs = chance.oneOf([0, statusLagMs, chance.between(0, MAX_LAG_MS)])
  const flagsAfterClose = chance.oneOf(['leads_hidden', 'all_hidden'] as const)
  return {
    ...(faults.has('pageLag') && { statusLagMs, listLagMs }),
    ...(faults.has('hiddenFlags') && { flagsAfterClose }),
    ...(faults.has('keptItems') && { listKeepsMs: chanceOf(seed, 'lists').oneOf([20_000, Infinity]) }),
    orderLagMs: chanceOf(seed, 'orders').oneOf([0, 2_000, chanceOf(seed, 'order lag').between(0, MAX_ORDER_LAG_MS)]),
    isOnlySession: faults.has('oneSession'),
  }
}

/** The site's clocks, where they are among the faults. */
function drawClocks({ seed, faults }: { seed: number; faults: Faults }): Partial<ClockHabits> {
  const chance = chanceOf(seed, 'clocks of the site')
  const aheadMs = chance.between(300, 4_000) * chance.oneOf([-1, 1])
  return {
    second: faults.has('twoClocks') ? { aheadMs, share: chance.between(0.2, 0.8) } : null,
    wrongShare: faults.has('wrongTimes') ? chance.between(0.02, 0.15) : 0,
  }
}

/** Adds the snipes of a run, each on an item of its own. */
export function addSnipes(world: World, chance: Chance) {
  const { seed, faults, faultWindows } = world
  const shared = chanceOf(seed, 'sharedAccounts')
  const least = faults.has('sharedAccounts') ? 2 : 1
  const count = Math.max(least, chance.happens(0.1) ? chance.whole(4, 12) : chance.whole(1, 3))
  const added: { accountId: number; endsInMs: number }[] = []
  for (let left = count; left > 0; left--) {
    const leadMs = chance.whole(1, chance.happens(0.7) ? 8 : 60) * 1_000
    const isLate = chance.happens(0.1)
    const endsInMs = isLate ? chance.between(2_000, 20_000) : chance.between(30_000, 110_000)
    const terms = { endsInMs, leadMs, maxBidCents: chance.whole(10, 30) * 100 }
    const last = added.at(-1)
    // Beside the last snipe, of the same account and at about the same time.
    const isBeside = last !== undefined && faults.has('sharedAccounts') && shared.happens(0.8)
    const beside = isBeside ? { ...last, endsInMs: last.endsInMs + shared.between(0, 4_000) } : { endsInMs }
    const { bid } = addSnipe(world, { ...terms, ...beside })
    added.push({ accountId: bid.accountId, endsInMs: beside.endsInMs })
    faultWindows.note(bid.bidId, { from: -Infinity, to: LATE_SNIPE_MS, reason: 'it came late' })
  }
}
