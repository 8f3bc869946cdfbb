import type { Change, ModelBid } from '../store/model-database.ts'
import { endPausedBids, pauseBidding, resumeBidding } from '../store/pause-bidding.ts'
import { requestChange as requestModelChange } from '../store/request-change.ts'
import { noteForAccount } from '../world/processes.ts'
import { notifyEngines } from '../world/start-engine.ts'
import type { World } from '../world/world.ts'
import type { Planner } from './planner.ts'

/** How long after a request the bid may still wait for its release and its next claim. */
const REQUEST_MS = 3_500
/** By how much the API may take the site's clock to be earlier: requests pass its own check up to that much later. */
const API_CLOCK_LAG_MS = 2_000
const END_PAUSED_INTERVAL_MS = 5_000

export function planRequests(planner: Planner, draw: (planner: Planner) => Change) {
  const { world, chance, scatter, atShots, anyBid } = planner
  const request = ({ bidId }: ModelBid) => requestChange(world, bidId, draw(planner))
  scatter(2, anyBid(request))
  if (chance.happens(0.5)) atShots(request)
}

export const drawCancel = (): Change => ({ kind: 'cancel' })
export const drawChange = ({ chance }: Planner): Change => ({
  kind: 'change',
  maxBidCents: chance.whole(10, 30) * 100,
  leadMs: chance.whole(1, 20) * 1_000,
})

/** The owner of a bid asks for a change, as late as the API lets a request pass. */
export function requestChange(world: World, bidId: number, change: Change) {
  const { time, site, database, faultWindows } = world
  // The API refuses it: a restored bid is first kept or cancelled.
  if (change.kind !== 'cancel' && database.bids.get(bidId)?.isRestored) return
  faultWindows.note(bidId, { from: -Infinity, to: time.now() + REQUEST_MS, reason: 'its owner changed it' })
  requestModelChange(database, bidId, change, site.siteTime() - API_CLOCK_LAG_MS)
  notifyEngines(world)
}

export function planOwnerPauses({ world, chance, scatter, atShots, anyBid }: Planner) {
  const { time, site, database } = world
  function endPausedRepeatedly() {
    endPausedBids(database, site.siteTime())
    time.at(time.now() + END_PAUSED_INTERVAL_MS, endPausedRepeatedly)
  }
  function pause({ accountId }: ModelBid) {
    const forMs = chance.happens(0.7) ? chance.between(200, 40_000) : Infinity
    noteForAccount(world, accountId, {
      from: time.now(),
      to: time.now() + forMs + REQUEST_MS,
      reason: 'bidding was paused',
    })
    pauseBidding(database, accountId)
    notifyEngines(world)
    if (forMs < Infinity) time.at(time.now() + forMs, () => resume(accountId))
  }
  function resume(accountId: number) {
    resumeBidding(database, accountId, site.siteTime())
    notifyEngines(world)
  }
  endPausedRepeatedly()
  scatter(2, anyBid(pause))
  if (chance.happens(0.5)) atShots(pause)
}
