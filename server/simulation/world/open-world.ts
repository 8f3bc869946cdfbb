import { runEngine, type RunningEngine } from '../../src/engine/core/run-engine.ts'
import { chanceOf } from './chance.ts'
import { enginePorts } from './engine-ports.ts'
import { type BidCallOutcome, bidCallOutcomeOf, outcomeOf } from '../faults/call-outcomes.ts'
import { type EqualRebid, type ModelItem, modelSite } from '../site/model-site.ts'
import { type ModelBid, modelStore } from '../store/model-store.ts'
import { checkSending } from '../rules.ts'
import { openTrace } from './trace.ts'
import { DOUBT_MS, type FaultWindow, TAKEOVER_MS, openFaultWindows } from '../faults/fault-windows.ts'
import { NO_TROUBLES, type Faults } from '../faults/faults.ts'
import { type CallOutcome, type VirtualProcess, virtualProcess } from './virtual-process.ts'
import { virtualTime } from './virtual-time.ts'
import type { Sending, World } from './world.ts'

export type RunningProcess = {
  machine: string
  process: VirtualProcess
  engineId: number
  engine: RunningEngine
  startedAt: number
}

export type Options = {
  seed: number
  faults?: Faults
  statusLagMs?: number
  pageGrainMs?: number
  equalRebid?: EqualRebid
  /** Whether engines can tell at once that another's process is dead; else they wait its lease out. */
  deathIsSeen?: boolean
  /** Keeps what everybody did last, to be shown. */
  isTraced?: boolean
}

export type OpenWorld = ReturnType<typeof openWorld>

/** An engine that has had a bid for so long has had the time to arm it. */
const SETTLED_IN_MS = 10_000
const START_MS = 5_000
/** How well an engine can know the site's clock: after a few looks, with pages that tell more than whole seconds, well. */
const YOUNG_MS = 15_000
const GOOD_CLOCK_MS = 250
const VAGUE_CLOCK_MS = 1_250
/** How long after the database is back a bid that is locked in nowhere may go on waiting. */
const LOCK_IN_ANEW_MS = 1_500

/** A world with an auction site and a database, in which engines run as they are in production. */
export function openWorld(options: Options) {
  const { seed, faults = NO_TROUBLES, statusLagMs = 0, pageGrainMs = 1, equalRebid = 'nothing' } = options
  const { deathIsSeen = true, isTraced = false } = options
  const chance = chanceOf(seed, 'world')
  const ways = chanceOf(seed, 'ways')
  const time = virtualTime()
  const site = modelSite({
    time,
    offsetMs: chance.between(-4_000, 4_000),
    driftPpm: chance.between(-50, 50),
    statusLagMs,
    pageGrainMs,
    equalRebid,
  })
  const store = modelStore(time)
  const faultWindows = openFaultWindows()
  const trace = openTrace(time, isTraced)
  const processes = new Map<number, RunningProcess>()
  const sendings: Sending[] = []
  const violations: string[] = []
  let current = faults
  let diedAt = Infinity
  const waitingForStore: FaultWindow[] = []
  const awayUntil = { store: -Infinity, site: -Infinity, disk: -Infinity, names: -Infinity }

  /** What a story may change about the way to the outside, call by call and bid by bid; null leaves it to chance. */
  const meddle: {
    call: (call: string, process: VirtualProcess) => CallOutcome | null
    bid: (attempt: number, process: VirtualProcess) => BidCallOutcome | null
  } = { call: () => null, bid: () => null }

  const isAway = (what: keyof typeof awayUntil) => time.now() < awayUntil[what]
  const away = () => ({ store: isAway('store'), site: isAway('site'), disk: isAway('disk'), names: isAway('names') })

  /** Those that wait for the database wait for it for longer. */
  function outlast(faultWindow: FaultWindow) {
    if (faultWindow.to >= time.now()) faultWindow.to = Math.max(faultWindow.to, awayUntil.store + LOCK_IN_ANEW_MS)
  }

  /** How long a process has been able to look at what lies about. */
  const wellFor = (it: RunningProcess) => (it.process.isPaused() ? 0 : time.now() - it.startedAt)

  const world: World = {
    time,
    site,
    store,
    faultWindows,
    trace,
    disks: new Map(),
    gaps: new Set(),
    noteNowhere() {
      const to = Math.max(time.now(), awayUntil.store) + LOCK_IN_ANEW_MS
      waitingForStore.push(faultWindows.note(null, { from: time.now(), to, why: 'it could be locked in nowhere' }))
    },
    isFound(disk) {
      const [machine] = disk.split('#')
      const isRead = alive().some((it) => it.machine === machine && wellFor(it) > YOUNG_MS)
      return isRead && alive().every((it) => it.process.name !== disk)
    },
    reads: new Map(),
    shown: new Map(),
    safe: new Map(),
    sendings,
    outcomeOf(process, call) {
      const outcome = meddle.call(call, process) ?? outcomeOf(ways, current, call, away())
      trace.note(process.name, outcome.kind === 'fine' ? call : `${call} ${outcome.kind}`)
      return outcome
    },
    bidCallOutcome: (process) => meddle.bid(sendings.length + 1, process) ?? bidCallOutcomeOf(ways, current, away()),
    onSend(sending) {
      trace.note(`engine ${sending.engineId}`, `sends ${sending.auctionId}`)
      violations.push(...checkSending(world, sending))
      sendings.push(sending)
    },
    clockDoubtMs(engineId) {
      const isYoung = time.now() < (processes.get(engineId)?.startedAt ?? 0) + YOUNG_MS
      const isBadlyTold = pageGrainMs > 1 || faults.has('site') || faults.has('siteOutages')
      return isYoung || isBadlyTold ? VAGUE_CLOCK_MS : GOOD_CLOCK_MS
    },
    isConnected: (engineId) => processes.get(engineId)?.process.isAlive() === true,
    isSeenDead: (engineId) => deathIsSeen && processes.get(engineId)?.process.isAlive() === false,
    regained: new Map(),
    isCarried({ engineId, claimedAt }) {
      if (engineId === null || claimedAt < (world.regained.get(engineId) ?? -Infinity)) return false
      const process = processes.get(engineId)?.process
      return process?.isAlive() === true && !process.isPaused() && claimedAt < time.now() - SETTLED_IN_MS
    },
  }

  function start(machine: string, unfitReason: string | null = null): RunningProcess {
    const engineId = store.addEngine()
    const name = `${machine}#${engineId}`
    const own = chanceOf(seed, name)
    const driftPpm = faults.has('clocks') ? own.between(-200, 200) : own.between(-50, 50)
    const process = virtualProcess({ name, time, chance: own, driftPpm })
    trace.note(name, 'starts')
    const engine = runEngine(enginePorts(world, process, engineId), () => unfitReason)
    const running = { machine, process, engineId, engine, startedAt: time.now() }
    if (alive().length === 0) {
      const from = Math.min(time.now(), diedAt)
      faultWindows.note(null, { from, to: time.now() + START_MS, why: 'no engine lived' })
    }
    processes.set(engineId, running)
    if (!deathIsSeen) noteOrphans()
    return running
  }

  /** A new engine has to watch a dead one's lease for its whole length before it takes over. */
  function noteOrphans() {
    const to = time.now() + TAKEOVER_MS.unseen + DOUBT_MS
    const orphans = [...store.bids.values()].filter((bid) => bid.engineId !== null && !world.isCarried(bid))
    for (const { bidId } of orphans) faultWindows.note(bidId, { from: time.now(), to, why: 'its engine died' })
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
      missingUntil: -Infinity,
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
      pendingChange: null,
      isPaused: false,
      isHeldBack: false,
      seenAt: -Infinity,
      doubt: null,
      claimedAt: -Infinity,
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
    violations,
    meddle,
    start,
    snipe,
    alive,
    kill({ process }: RunningProcess) {
      process.kill()
      trace.note(process.name, 'dies')
      if (alive().length === 0) diedAt = time.now()
    },
    /** Something has changed: the engines are told, unless notifications are among what goes wrong. */
    tellEngines() {
      const loss = current.has('notices') ? 0.3 : 0
      const slowness = current.has('notices') ? 2_000 : 5
      for (const { process, engine } of alive()) {
        const emit = () => process.deliver(time.now() + ways.between(0.5, slowness), () => engine.wake())
        if (!ways.happens(loss)) emit()
        if (ways.happens(loss)) emit()
      }
    },
    /** The database or the site answers nobody for so long, or no disk takes a byte, or not even a name. */
    lose(what: keyof typeof awayUntil, ms: number) {
      trace.note(what, 'is away')
      awayUntil[what] = Math.max(awayUntil[what], time.now() + ms)
      if (what === 'store') for (const faultWindow of waitingForStore) outlast(faultWindow)
      // Nobody could watch the lease of whoever died meanwhile.
      if (what === 'store' && !deathIsSeen) time.at(time.now() + ms, noteOrphans)
    },
    calm() {
      current = NO_TROUBLES
      site.takeAllPasswords()
      awayUntil.store = awayUntil.site = awayUntil.disk = awayUntil.names = -Infinity
    },
    allSettled: () => [...store.bids.values()].every(({ status }) => status !== 'pending' && status !== 'executed'),
  }
}
