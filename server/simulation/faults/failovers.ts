import { copyDatabase, restoreDatabase } from '../store/copy-database.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { World } from '../world/world.ts'
import { beginOutage } from './begin-outage.ts'
import type { Planner } from './planner.ts'

/** How long after a failover a bid may wait: its engine finds its claim void, and another claims and arms it. */
const RECLAIM_MS = 15_000

/** Lets the database fail over to a copy that misses the last commits, or once in a while to an old backup. */
export function planFailovers({ world, chance, scatter, atShots }: Planner) {
  const { time } = world
  function failOver() {
    const lostMs = chance.happens(0.8) ? chance.between(50, 1_500) : chance.between(1_500, 40_000)
    const awayMs = chance.between(200, 5_000)
    const copy = copyDatabase(world.database)
    const backTo = time.now()
    time.at(time.now() + lostMs, () => {
      if (!world.activeFaults.has('failovers')) return
      beginOutage(world, 'store', awayMs)
      const bidIds = loseCommits(world, copy, { backTo, awayMs })
      world.failovers.push({ at: time.now(), backTo, bidIds })
    })
  }
  scatter(1, failOver)
  if (chance.happens(0.5)) atShots(failOver)
}

/** Puts the copy in the place of the database, and notes what the rules must know. Returns the bids that changed. */
function loseCommits(
  world: World,
  copy: ReturnType<typeof copyDatabase>,
  { backTo, awayMs }: { backTo: number; awayMs: number },
): number[] {
  const { time, database, durableEvents, faultWindows, trace } = world
  const isOther = ({ bidId, status, fireAt }: ModelBid) =>
    status === 'cancelled' || fireAt !== copy.bids.get(bidId)?.fireAt
  const other = [...database.bids.values()].filter(isOther).map(({ bidId }) => bidId)
  const lost = restoreDatabase(database, copy)
  trace.note('store', 'loses commits')
  // Their journal was cleared: the database had acknowledged them.
  for (const key of lost.eventKeys) durableEvents.delete(key)
  const faultWindow = {
    from: time.now(),
    to: time.now() + awayMs + RECLAIM_MS,
    reason: 'the database lost commits',
  } as const
  for (const bidId of lost.bidIds) {
    // Until now its owner had cancelled it, or it waited for another moment.
    const from = other.includes(bidId) ? backTo : faultWindow.from
    faultWindows.note(bidId, { ...faultWindow, from })
  }
  return lost.bidIds
}
