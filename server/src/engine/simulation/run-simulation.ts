import { chanceFrom } from './chance.ts'
import { checkEnd } from './check-rules.ts'
import type { Sending } from './engine-ports.ts'
import type { ModelItem } from './model-site.ts'
import type { ModelBid } from './model-store.ts'
import { type OpenWorld, openWorld } from './open-world.ts'
import { type Troubles, troublesFrom } from './scenario.ts'

export type Run = { seed: number; troubles: Troubles; violations: string[]; bids: ModelBid[]; sendings: Sending[] }

/** Some time after the last close, whatever was wrong is mended, and everything must come to its end. */
const CALM_AFTER_MS = 10_000
const RUN_AFTER_MS = 15 * 60_000

/**
 * Two machines, some snipes, and whatever troubles the seed or the caller chooses, until all is settled. The same seed
 * gives the same run.
 */
export async function runSimulation(seed: number, chosen?: Troubles): Promise<Run> {
  const chance = chanceFrom(seed ^ 0x5eed)
  const troubles = chosen ?? troublesFrom(chance)
  const statusLagMs = chance.happens(0.5) ? 0 : chance.between(0, 3_000)
  const it = openWorld({ seed, troubles, statusLagMs, deathIsSeen: chance.happens(0.5) })
  const { time, site, store, sendings } = it
  for (const machine of ['east', 'west']) it.start(machine)
  const items = Array.from({ length: chance.whole(1, 3) }, () => {
    const leadMs = chance.whole(1, chance.happens(0.7) ? 8 : 60) * 1_000
    return it.snipe({ endsInMs: chance.between(60_000, 130_000), leadMs, maxBidCents: chance.whole(1_000, 3_000) }).item
  })
  plan(it, items, troubles)

  const lastEnd = () => Math.max(...items.map(({ endsAt }) => endsAt)) - site.siteTime() + time.now()
  while (!it.allSettled() && time.now() < lastEnd() + RUN_AFTER_MS) {
    if (time.now() > lastEnd() + CALM_AFTER_MS) it.calm()
    await time.runTo(time.now() + 1_000)
  }
  const violations = [...it.violations, ...checkEnd(it.world, sendings, troubles)]
  return { seed, troubles, violations, bids: [...store.bids.values()], sendings }
}

/** Lays out what goes wrong, and when: mostly when it matters. */
function plan(it: OpenWorld, items: readonly ModelItem[], troubles: Troubles) {
  const { chance, time, site, store } = it
  const ends = items.map(({ endsAt }) => endsAt - site.siteTime())

  function scatter(most: number, happen: () => void) {
    for (let left = chance.whole(1, most); left > 0; left--) {
      const from = chance.happens(0.3) ? 2_000 : Math.min(...ends) - 35_000
      time.at(chance.between(from, Math.max(...ends)), happen)
    }
  }
  /** Around the moments of locking in and firing, where a pause hurts most. */
  function atShots(happen: () => void) {
    for (const { leadMs, endsAt } of store.bids.values()) {
      const firesIn = endsAt - leadMs - site.siteTime()
      if (chance.happens(0.5)) time.at(firesIn - chance.between(-300, 1_100), happen)
    }
  }
  const anyone = () => it.alive()[chance.whole(0, it.alive().length - 1)]

  function killSomebody() {
    const victim = anyone()
    if (!victim) return
    victim.process.kill()
    time.at(time.now() + chance.between(200, 8_000), () => void it.start(victim.machine))
  }
  const pauseSomebody = () => anyone()?.process.pause(chance.between(100, chance.happens(0.4) ? 60_000 : 8_000))
  const loseStore = () => it.loseStore(chance.between(500, chance.happens(0.3) ? 70_000 : 20_000))

  if (troubles.kills) {
    scatter(3, killSomebody)
    atShots(killSomebody)
  }
  if (troubles.pauses) {
    scatter(3, pauseSomebody)
    atShots(pauseSomebody)
  }
  if (troubles.store) scatter(2, loseStore)
  if (troubles.clocks) scatter(3, () => anyone()?.process.stepWall(chance.between(-4e6, 4e6)))
  for (const item of items) planItem(it, item, troubles, scatter)
}

function planItem(it: OpenWorld, item: ModelItem, troubles: Troubles, scatter: (most: number, it: () => void) => void) {
  const { chance, site, store } = it
  const { auctionId } = item
  if (troubles.rivals) scatter(4, () => void site.place('rival', auctionId, chance.whole(1_000, 3_500)))
  if (troubles.cancels && chance.happens(0.7)) {
    scatter(1, () => {
      store.cancel(Number(auctionId))
      it.tellEngines()
    })
  }
  if (!troubles.movedEnds) return
  if (chance.happens(0.5)) {
    scatter(2, () => site.moveEnd(item, chance.between(-5_000, 40_000)))
  } else if (chance.happens(0.3)) {
    scatter(1, () => {
      if (!site.isClosed(item)) item.closedEarlyAt = site.siteTime()
    })
  }
}
