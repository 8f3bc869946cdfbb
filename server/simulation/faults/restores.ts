import { copyDatabase, restoreDatabase } from '../store/copy-database.ts'
import type { ModelBid } from '../store/model-database.ts'
import { askForBids, keepBid } from '../store/restore-bids.ts'
import { aliveIn } from '../world/processes.ts'
import { killEngine, notifyEngines, startEngine } from '../world/start-engine.ts'
import type { RunningProcess, World } from '../world/world.ts'
import { beginOutage } from './begin-outage.ts'
import { UNCERTAIN_MS } from './fault-windows.ts'
import type { Planner } from './planner.ts'

/** How long after its owner has kept it a bid may wait: an engine claims and arms it. */
const KEPT_MS = 5_000
/** An owner who keeps a bid later than so long before its moment may be refused. */
const KEEPABLE_MS = 1_000

/**
 * Ends the installation with its journals, and restores it from a backup, on other machines. Some owners keep their bids. None
 * comes with failovers, whose copies could be of the time before.
 */
export function planRestores({ world, chance, scatter, atShots }: Planner) {
  if (world.faults.has('failovers')) return
  let isRestored = false
  function restore() {
    if (isRestored) return
    isRestored = true
    const [ageMs, awayMs] = [chance.between(0, 40_000), chance.between(500, 8_000)]
    const [copy, backTo] = [copyDatabase(world.database), world.time.now()]
    world.time.at(backTo + ageMs, () => {
      if (!world.activeFaults.has('restores')) return
      const ended = aliveIn(world)
      ended.forEach((running) => endForGood(world, running))
      beginOutage(world, 'store', awayMs)
      const asked = startFromBackup(world, copy, backTo)
      ended.forEach((_, index) => startEngine(world, `new-${index}`))
      for (const bid of asked) if (chance.happens(0.6)) keepLater(world, bid, chance.between(awayMs, 30_000))
    })
  }
  scatter(1, restore)
  if (chance.happens(0.5)) atShots(restore)
}

/** Nothing of its disk is found again. */
function endForGood(world: World, running: RunningProcess) {
  killEngine(world, running)
  const entries = [...world.journals].filter(([name]) => name.startsWith(`${running.machine}#`))
  for (const [name, journal] of entries) {
    for (const { key } of journal.flatMap(({ events }) => events)) world.durableEvents.delete(key)
    world.journals.delete(name)
  }
}

/** Returns the bids whose owners are asked. What they had cancelled, they do not keep. */
function startFromBackup(world: World, copy: ReturnType<typeof copyDatabase>, backTo: number): ModelBid[] {
  const { time, database, durableEvents, faultWindows, failovers, unkept, trace } = world
  const cancelled = new Set([...database.bids.values()].filter(({ status }) => status === 'cancelled'))
  const lost = restoreDatabase(database, copy)
  askForBids(database)
  trace.note('store', 'is restored from a backup')
  for (const key of lost.eventKeys) durableEvents.delete(key)
  failovers.push({ at: time.now(), backTo, bidIds: lost.bidIds })
  const asked = [...database.bids.values()].filter(({ status }) => status === 'pending')
  for (const { bidId } of asked) {
    unkept.add(bidId)
    // Until then it may have waited for another moment, to which its owner had changed it.
    const from = lost.bidIds.includes(bidId) ? backTo : time.now()
    faultWindows.note(bidId, { from, to: Infinity, reason: 'its owner was asked after a restore' })
  }
  return asked.filter((bid) => !cancelled.has(bid))
}

function keepLater(world: World, bid: ModelBid, afterMs: number) {
  const { time, site, database, unkept, trace } = world
  time.at(time.now() + afterMs, () => {
    const isKeepable = bid.status === 'pending' && site.siteTime() < bid.fireAt - KEEPABLE_MS
    if (!isKeepable || !unkept.has(bid.bidId)) return
    trace.note('owner', `keeps bid ${bid.bidId}`)
    keepBid(database, bid.bidId)
    noteKept(world, bid.bidId)
    notifyEngines(world)
  })
}

/** From now on a restored bid may be sent. */
function noteKept({ time, faultWindows, unkept }: World, bidId: number) {
  unkept.delete(bidId)
  const to = time.now() + KEPT_MS + UNCERTAIN_MS
  faultWindows.end(bidId, 'its owner was asked after a restore', { begunAfter: -Infinity, to })
}
