import { announceChanges } from '../changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { BidEvent } from './bid-event.ts'
import { recordBidEvents } from './record-bid-events.ts'

type ChangedBid = { bidId: number; accountId: number }

/**
 * Must follow each change of bids that their owners see, in its transaction: adds the events that tell the change to the log,
 * and announces the bids to engines and browsers. Pass no event for a change that the log does not tell.
 */
export async function afterBidChange(tx: Tx, bids: readonly ChangedBid[], events: readonly BidEvent[]): Promise<void> {
  await recordBidEvents(tx, events)
  await announceChanges(
    tx,
    bids.map(({ accountId, bidId }) => ({ what: 'bid', accountId, bidId })),
  )
}
