import { runEngine, type RunningEngine } from '../core/run-engine.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { checkSending } from './check-rules.ts'
import { type BidFate, enginePorts, type Sending, type World } from './engine-ports.ts'
import { type ModelItem, modelSite } from './model-site.ts'
import { type ModelBid, modelStore } from './model-store.ts'
import { bidFateFrom, fateOf, NO_TROUBLES, type Troubles } from './scenario.ts'
import { type Fate, type VirtualProcess, virtualProcess } from './virtual-process.ts'
import { virtualTime } from './virtual-time.ts'

export type RunningProcess = { machine: string; process: VirtualProcess; engineId: number; engine: RunningEngine }

export type Options = {
  seed: number
  troubles?: Troubles
  statusLagMs?: number
  /** Whether engines can tell at once that another's process is dead; else they wait its lease out. */
  deathIsSeen?: boolean
}

export type OpenWorld = ReturnType<typeof openWorld>

/** A world with an auction site and a database, in which engines run as they are in production. */
export function openWorld({ seed, troubles = NO_TROUBLES, statusLagMs = 0, deathIsSeen = true }: Options) {
  const chance: Chance = chanceFrom(seed)
  const time = virtualTime()
  const site = modelSite({
    time,
    offsetMs: chance.between(-4_000, 4_000),
    driftPpm: chance.between(-50, 50),
    statusLagMs,
  })
  const store = modelStore()
  const processes = new Map<number, RunningProcess>()
  const sendings: Sending[] = []
  const violations: string[] = []
  let current = troubles
  let storeOutUntil = -Infinity

  /** What a story may change about the way to the outside, call by call and bid by bid; null leaves it to chance. */
  const meddle: { call: (call: string) => Fate | null; bid: (attempt: number) => BidFate | null } = {
    call: () => null,
    bid: () => null,
  }

  const world: World = {
    time,
    site,
    store,
    disks: new Map(),
    bidFate: () => meddle.bid(sendings.length + 1) ?? bidFateFrom(chance, current),
    onSend(sending) {
      violations.push(...checkSending(world, sending, sendings))
      sendings.push(sending)
    },
    isSeenDead: (engineId) => deathIsSeen && processes.get(engineId)?.process.isAlive() === false,
  }

  function start(machine: string): RunningProcess {
    const engineId = store.addEngine()
    const process = virtualProcess({
      name: `${machine}#${engineId}`,
      time,
      chance,
      driftPpm: chance.between(-50, 50),
      weather: (call) => meddle.call(call) ?? fateOf(chance, current, call, time.now() < storeOutUntil),
    })
    const engine = runEngine(enginePorts(world, process, engineId), () => null)
    const running = { machine, process, engineId, engine }
    processes.set(engineId, running)
    return running
  }

  /** An item at the site and a snipe on it. The record's number is the item's, and its bidder's. */
  function snipe({ endsInMs = 120_000, leadMs = 5_000, maxBidCents = 2_500 } = {}) {
    const bidId = store.bids.size + 1
    const auctionId = String(bidId)
    const endsAt = site.siteTime() + endsInMs
    const item: ModelItem = {
      auctionId,
      startingPriceCents: 1_000,
      incrementCents: 100,
      endsAt,
      earliestEndsAt: endsAt,
      wasCutShort: false,
      closedEarlyAt: null,
      withdrawn: false,
      bids: [],
    }
    const bid: ModelBid = {
      bidId,
      auctionId,
      maxBidCents,
      leadMs,
      endsAt,
      status: 'pending',
      outcome: null,
      engineId: null,
      fence: 0,
      lockedInAt: null,
      wanted: null,
      events: new Map(),
    }
    site.items.set(auctionId, item)
    store.bids.set(bidId, bid)
    return { item, bid }
  }

  const alive = () => [...processes.values()].filter(({ process }) => process.isAlive())

  return {
    ...world,
    world,
    chance,
    sendings,
    violations,
    meddle,
    start,
    snipe,
    alive,
    /** A notification, which may come late, twice or not at all. */
    tellEngines() {
      for (const { process, engine } of alive()) {
        if (chance.happens(0.8)) process.deliver(time.now() + chance.between(0.5, 5), () => engine.look())
      }
    },
    /** The database answers nobody for so long. */
    loseStore(ms: number) {
      storeOutUntil = time.now() + ms
    },
    calm() {
      current = NO_TROUBLES
      storeOutUntil = -Infinity
    },
    allSettled: () => [...store.bids.values()].every(({ status }) => status !== 'pending' && status !== 'executed'),
  }
}
