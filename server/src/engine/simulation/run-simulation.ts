import { runEngine, type RunningEngine } from '../core/run-engine.ts'
import { chanceFrom } from './chance.ts'
import { checkEnd, checkSending } from './check-rules.ts'
import { enginePorts, type Sending, type World } from './engine-ports.ts'
import { type ModelItem, modelSite } from './model-site.ts'
import { type ModelBid, modelStore } from './model-store.ts'
import { bidFateFrom, fateOf, NO_TROUBLES, type Troubles, troublesFrom } from './scenario.ts'
import { type VirtualProcess, virtualProcess } from './virtual-process.ts'
import { virtualTime } from './virtual-time.ts'

export type Run = { seed: number; troubles: Troubles; violations: string[]; bids: ModelBid[]; sendings: Sending[] }

type Running = { machine: string; process: VirtualProcess; engineId: number; engine: RunningEngine }

const MACHINES = ['east', 'west']
/** After the last close, whatever was wrong is mended, and everything must come to its end. */
const CALM_AFTER_MS = 10_000
const RUN_AFTER_MS = 15 * 60_000

/**
 * Runs engines, as they are in production, in a world made from a seed: two machines, some snipes, and whatever
 * troubles the seed or the caller chooses. The same seed gives the same run.
 */
export async function runSimulation(seed: number, chosen?: Partial<Troubles>): Promise<Run> {
  const chance = chanceFrom(seed)
  const drawn = troublesFrom(chance)
  const troubles = chosen ? { ...drawn, ...chosen } : drawn
  const time = virtualTime()
  const site = modelSite({
    time,
    offsetMs: chance.between(-4_000, 4_000),
    driftPpm: chance.between(-50, 50),
    statusLagMs: chance.happens(0.5) ? 0 : chance.between(0, 3_000),
  })
  const store = modelStore()
  const running = new Map<number, Running>()
  const sendings: Sending[] = []
  const violations: string[] = []
  let calm = false
  let storeOutUntil = -Infinity

  const world: World = {
    time,
    site,
    store,
    disks: new Map(),
    bidFate: () => bidFateFrom(chance, calm ? { ...troubles, bids: false } : troubles),
    onSend(sending) {
      violations.push(...checkSending(world, sending, sendings))
      sendings.push(sending)
    },
    // Whether the death of a process can be seen depends on where one looks from; the lease covers the rest.
    isSeenDead: (engineId) => seenDead && running.get(engineId)?.process.isAlive() === false,
  }
  const seenDead = chance.happens(0.5)

  function start(machine: string) {
    const engineId = store.addEngine()
    const process = virtualProcess({
      name: `${machine}#${engineId}`,
      time,
      chance,
      driftPpm: chance.between(-50, 50),
      weather: (call) => fateOf(chance, calm ? NO_TROUBLES : troubles, call, time.now() < storeOutUntil),
    })
    const engine = runEngine(enginePorts(world, process, engineId), () => null)
    running.set(engineId, { machine, process, engineId, engine })
  }

  const alive = () => [...running.values()].filter(({ process }) => process.isAlive())
  const anyone = () => alive()[chance.whole(0, alive().length - 1)]

  function killSomebody() {
    const victim = anyone()
    if (!victim) return
    victim.process.kill()
    time.at(time.now() + chance.between(200, 8_000), () => start(victim.machine))
  }

  function tellEngines() {
    for (const { process, engine } of alive()) {
      if (chance.happens(0.8)) process.deliver(time.now() + chance.between(0.5, 5), () => engine.look())
    }
  }

  for (const machine of MACHINES) start(machine)
  const items = Array.from({ length: chance.whole(1, 3) }, (_, index) => addSnipe(index + 1))
  const lastEnd = () => Math.max(...items.map(({ endsAt }) => endsAt)) - site.siteTime() + time.now()
  const firstEnd = Math.min(...items.map(({ endsAt }) => endsAt)) - site.siteTime()
  /** Most of what goes wrong goes wrong when it matters. */
  const soon = () => chance.between(chance.happens(0.3) ? 2_000 : firstEnd - 35_000, lastEnd())

  function addSnipe(bidId: number): ModelItem {
    const auctionId = String(bidId)
    const item: ModelItem = {
      auctionId,
      startingPriceCents: 1_000,
      incrementCents: 100,
      endsAt: site.siteTime() + chance.between(60_000, 130_000),
      closedEarlyAt: null,
      withdrawn: false,
      bids: [],
    }
    site.items.set(auctionId, item)
    store.bids.set(bidId, {
      bidId,
      auctionId,
      maxBidCents: chance.whole(1_000, 3_000),
      leadMs: chance.whole(1, chance.happens(0.7) ? 8 : 60) * 1_000,
      endsAt: item.endsAt,
      status: 'pending',
      outcome: null,
      engineId: null,
      fence: 0,
      lockedInAt: null,
      wanted: null,
      events: new Map(),
    })
    return item
  }

  function scatter(most: number, happen: () => void) {
    for (let left = chance.whole(1, most); left > 0; left--) time.at(soon(), happen)
  }
  if (troubles.kills) scatter(4, killSomebody)
  if (troubles.pauses)
    scatter(4, () => anyone()?.process.pause(chance.between(100, chance.happens(0.3) ? 60_000 : 8_000)))
  if (troubles.clocks) scatter(3, () => anyone()?.process.stepWall(chance.between(-4e6, 4e6)))
  if (troubles.store) {
    scatter(2, () => {
      storeOutUntil = time.now() + chance.between(500, chance.happens(0.3) ? 70_000 : 20_000)
    })
  }
  for (const item of items) {
    const { auctionId } = item
    if (troubles.rivals) scatter(4, () => void site.place('rival', auctionId, chance.whole(1_000, 3_500)))
    if (troubles.movedEnds && chance.happens(0.5)) {
      scatter(2, () => {
        if (!site.isClosed(item)) item.endsAt += chance.between(-5_000, 40_000)
      })
    } else if (troubles.movedEnds && chance.happens(0.3)) {
      scatter(1, () => {
        if (!site.isClosed(item)) item.closedEarlyAt = site.siteTime()
      })
    }
    if (troubles.cancels && chance.happens(0.7)) {
      scatter(1, () => {
        store.cancel(Number(auctionId))
        tellEngines()
      })
    }
  }

  const open = () => [...store.bids.values()].some(({ status }) => status === 'pending' || status === 'executed')
  while (open() && time.now() < lastEnd() + RUN_AFTER_MS) {
    if (time.now() > lastEnd() + CALM_AFTER_MS) calm = true
    await time.runTo(time.now() + 1_000)
  }
  violations.push(...checkEnd(world, sendings, troubles))
  return { seed, troubles, violations, bids: [...store.bids.values()], sendings }
}
