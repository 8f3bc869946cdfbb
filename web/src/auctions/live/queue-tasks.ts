import { CLIENT_CACHE } from '@bidwell/contract'
import { dueBids } from '../../bids/bid-watch.ts'
import type { Task } from '../../cache/work-queue.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** `preload`: what is scheduled on an auction that is about to end. `result`: the status of a bid that has fired. */
export type QueueTask = Task &
  ({ kind: 'preload'; auction: TrackedAuction['auction'] } | { kind: 'result'; bidId: number })

/**
 * What waits in the queue at `now`, epoch ms: each open auction that ends within five minutes, once, and while this
 * browser is `watching`, each due bid until it has a result.
 */
export function queueTasks(auctions: readonly TrackedAuction[], now: number, watching: boolean): QueueTask[] {
  const ending = auctions.filter(({ auction }) => {
    const leftMs = auction.endsOn - now
    return auction.status === 'active' && leftMs > 0 && leftMs <= CLIENT_CACHE.preloadBeforeEndMs
  })
  const preloads = ending.map(({ auction }): QueueTask => ({
    kind: 'preload',
    key: `auction ${auction.id}`,
    at: auction.endsOn,
    repeats: false,
    auction,
  }))
  if (!watching) return preloads
  const due = dueBids(
    auctions.flatMap(({ bid }) => bid ?? []),
    now,
  )
  const results = due.map(({ id, fireAt }): QueueTask => ({
    kind: 'result',
    key: `bid ${id}`,
    at: fireAt,
    repeats: true,
    bidId: id,
  }))
  return [...preloads, ...results]
}
