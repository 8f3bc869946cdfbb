import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { PauseDeps } from './await-release.ts'
import { setOperatorPause } from './set-operator-pause.ts'

/** A bid that an engine may still send, or whose sending has no answer yet. */
export type BidInFlight = { id: number; auctionId: string; title: string }

const POLL_INTERVAL_MS = 500

/**
 * Ends bidding here for good, as the installation moves to another place: no command and no page lifts the pause. Resolves when
 * no bid is in flight: none can be sent any more. `onWait` receives the bids that are waited for, whenever there are fewer or others.
 * Rejects with the signal's reason when aborted; the pause stays.
 */
export async function endBidding(
  deps: PauseDeps,
  { requestedBy, onWait }: { requestedBy: string; onWait: (bids: readonly BidInFlight[]) => void },
  signal: AbortSignal,
): Promise<void> {
  await setOperatorPause(deps, { state: 'all', reason: messages.pause.moved, requestedBy, isForGood: true })
  let told = ''
  for (;;) {
    const bids = await findInFlight(deps)
    if (bids.length === 0) return
    const ids = bids.map(({ id }) => id).join()
    if (ids !== told) onWait(bids)
    told = ids
    await deps.clock.sleepUntil(deps.clock.monotonic() + POLL_INTERVAL_MS, signal)
  }
}

async function findInFlight({ db }: PauseDeps): Promise<BidInFlight[]> {
  const { rows } = await sql<BidInFlight>`
    select b.id, l.auction_id as "auctionId", l.title from bids b join listings l on l.id = b.listing_id
     where b.status = 'pending' and not b.claimed_to_read and (b.engine_id is not null or b.locked_in_at is not null)
     order by b.fire_at, b.id`.execute(db)
  return rows
}
