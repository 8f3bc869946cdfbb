import { LEASE_MS } from '../../src/engine/core/lease.ts'
import { isTimeDoubtful } from '../rules/known-time.ts'
import type { LossReason } from '../rules/loss-reasons.ts'
import type { ModelBid } from '../store/model-database.ts'
import { aliveIn, needs } from '../world/processes.ts'
import { killEngine, startEngine } from '../world/start-engine.ts'
import type { RunningProcess, World } from '../world/world.ts'
import { beginOutage } from './begin-outage.ts'
import { UNCERTAIN_MS, TAKEOVER_MS } from './fault-windows.ts'
import type { Planner } from './planner.ts'

/** A pause this long costs an engine its lease. */
const LONG_PAUSE_MS = LEASE_MS * 0.75
const AROUND_A_LEASE_MS = [LEASE_MS - 2_000, LEASE_MS + 20_000] as const

export function planKills({ world, chance, scatter, atShots, anyEngine }: Planner) {
  function kill(victim: RunningProcess | undefined) {
    if (!victim) return
    const takeoverMs = TAKEOVER_MS[world.deathIsSeen ? 'seen' : 'unseen']
    noteForBidsOf(world, victim, takeoverMs + UNCERTAIN_MS, 'its engine died')
    killEngine(world, victim)
    world.time.at(world.time.now() + chance.between(200, 8_000), () => void startEngine(world, victim.machine))
  }
  scatter(3, () => kill(anyEngine()))
  atShots((bid) => kill(holderOf(world, bid) ?? anyEngine()))
}

export function planPauses({ world, chance, scatter, atShots, anyEngine }: Planner) {
  function pause(victim: RunningProcess | undefined, ms: number) {
    if (!victim) return
    const recoveryMs = ms > LONG_PAUSE_MS ? UNCERTAIN_MS + TAKEOVER_MS.seen : TAKEOVER_MS.seen
    noteForBidsOf(world, victim, ms + recoveryMs, 'its engine stood still')
    victim.process.pause(ms)
  }
  const anyMs = () => chance.between(100, chance.happens(0.4) ? 60_000 : 8_000)
  scatter(3, () => pause(anyEngine(), anyMs()))
  atShots((bid) =>
    pause(holderOf(world, bid) ?? anyEngine(), chance.happens(0.3) ? chance.between(...AROUND_A_LEASE_MS) : anyMs()),
  )
}

/** Suspends a machine with all its processes, for seconds up to an hour. */
export function planSuspensions({ world, chance, scatter, atShots, anyEngine }: Planner) {
  function suspend(victim: RunningProcess | undefined, ms: number) {
    if (!victim) return
    const recoveryMs = UNCERTAIN_MS + TAKEOVER_MS.unseen
    for (const running of aliveIn(world).filter(({ machine }) => machine === victim.machine)) {
      noteForBidsOf(world, running, ms + recoveryMs, 'its machine was suspended')
      running.process.suspend(ms)
      world.trace.note(running.process.name, 'is suspended')
    }
  }
  const anyMs = () =>
    chance.oneOf([
      () => chance.between(500, 8_000),
      () => chance.between(...AROUND_A_LEASE_MS),
      () => chance.between(60_000, 3.6e6),
    ])()
  scatter(2, () => suspend(anyEngine(), anyMs()))
  atShots((bid) => suspend(holderOf(world, bid) ?? anyEngine(), anyMs()))
}

export function planOutages({ world, chance, scatter, atShots }: Planner) {
  scatter(2, () => beginOutage(world, 'store', chance.between(500, chance.happens(0.3) ? 70_000 : 20_000)))
  atShots(() => beginOutage(world, 'store', chance.between(500, 8_000)))
}

export function planFullDisks({ world, chance, scatter, atShots }: Planner) {
  function fillDisks(ms: number) {
    beginOutage(world, 'disk', ms)
    if (chance.happens(0.4)) beginOutage(world, 'names', ms)
  }
  scatter(2, () => fillDisks(chance.between(500, 40_000)))
  atShots(() => fillDisks(chance.between(500, 8_000)))
}

export function planClockSteps({ chance, scatter, anyEngine }: Planner) {
  scatter(3, () => anyEngine()?.process.stepWall(chance.between(-1, 1) * chance.oneOf([2e3, 6e4, 3.6e6, 9e7])))
}

const holderOf = (world: World, { engineId }: ModelBid) => aliveIn(world).find((it) => it.engineId === engineId)

/** Notes a fault window for the bids that an engine holds, and for those that no engine has armed. */
function noteForBidsOf(world: World, { engineId }: RunningProcess, ms: number, reason: LossReason) {
  const { time, site, database, faultWindows } = world
  // For an engine that was not told the clock that judges the close, the moment may not have come before.
  const from = time.now() - (isTimeDoubtful(world, engineId) ? site.apartMs : 0)
  const faultWindow = { from, to: time.now() + ms, reason }
  for (const bid of database.bids.values()) if (needs(world, bid, engineId)) faultWindows.note(bid.bidId, faultWindow)
}
