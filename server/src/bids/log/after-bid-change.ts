import { announceChanges } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import type { BidEvent } from './bid-event.ts'
import { recordBidEvents } from './record-bid-events.ts'

type ChangedBid = { bidId: number; accountId: number }

/**
 * Logs and announces a change of bids. Every transaction that changes what owners see of their bids ends with this call.
 * `events` is empty for a change that the log does not record. An engine's claim is announced with the first step that it records.
 */
export async function afterBidChange(tx: Tx, bids: readonly ChangedBid[], events: readonly BidEvent[]): Promise<void> {
  await recordBidEvents(tx, events)
  await announceChanges(
    tx,
    bids.map(({ accountId, bidId }) => ({ what: 'bid', accountId, bidId })),
  )
}
