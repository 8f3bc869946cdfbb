import { newBidEvent } from '../bid-log/bid-event.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import { logPauseOfNewBid } from '../pauses/log-pause.ts'
import type { Tx } from '../platform/database/tables.ts'
import { firstPreflight } from '../preflights/plan-preflight.ts'

type NewBid = {
  accountId: number
  trackedAuctionId: number
  listingId: number
  terms: { maxBidCents: number; secondsBeforeEnd: number }
  /** Epoch ms on the site's clock, as is `at`. */
  endsAt: number
  at: number
  /** Epoch ms on the wall clock, as the months that count bids are. */
  countedAt: number
}

/** Inserts a pending bid, logs and announces it, and answers its id. The caller has locked account and listing. */
export async function insertBid(tx: Tx, bid: NewBid): Promise<number> {
  const { accountId, trackedAuctionId, terms, at } = bid
  const fireAt = bid.endsAt - terms.secondsBeforeEnd * 1_000
  const { id } = await tx
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: trackedAuctionId,
      listing_id: bid.listingId,
      max_bid_cents: terms.maxBidCents,
      seconds_before_end: terms.secondsBeforeEnd,
      fire_at: new Date(fireAt),
      preflight_due_at: firstPreflight(fireAt),
      counted_at: new Date(bid.countedAt),
      created_at: new Date(at),
      updated_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A new bid makes an auction active again that was marked as outbid, and takes the place of what was planned.
  await tx
    .updateTable('tracked_auctions')
    .set({ status: 'active', planned_max_cents: null })
    .where('id', '=', trackedAuctionId)
    .execute()
  await recordBidEvents(tx, [newBidEvent(id, at, { kind: 'scheduled', ...terms })])
  await logPauseOfNewBid(tx, { accountId, bidId: id, at })
  await announceChange(tx, { what: 'bid', accountId, bidId: id })
  return id
}
