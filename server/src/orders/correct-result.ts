import type { BidOutcome } from '@bidwell/contract'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { newBidEvent } from '../bids/log/bid-event.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Db } from '../platform/database/tables.ts'

export type Correction = { to: 'won' | 'lost'; priceCents: number | null }

type Corrected = Correction & { bidId: number; from: BidOutcome; at: number }

/**
 * Replaces the result of a bid that later evidence contradicts, and tells its owner. The log keeps the former result. Does
 * nothing when the result is no longer `from`. `at` is epoch ms on the site's clock.
 */
export async function correctResult(db: Db, { bidId, from, at, to, priceCents }: Corrected): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bid = await tx
      .updateTable('bids')
      .set({ status: to, outcome: to, final_price_cents: priceCents, error_detail: null, site_message: null })
      .set({ updated_at: new Date(at), measured: false })
      .where('id', '=', bidId)
      .where('outcome', '=', from)
      .returning(['account_id', 'tracked_auction_id', 'max_bid_cents'])
      .executeTakeFirst()
    if (!bid) return
    const { account_id: accountId, tracked_auction_id: trackedAuctionId, max_bid_cents: maxBidCents } = bid
    await tx
      .updateTable('tracked_auctions')
      .set({ status: to, updated_at: new Date(at) })
      .where('id', '=', trackedAuctionId)
      .execute()
    const key = `corrected ${bidId} to ${to}`
    const values = { from, to, priceCents, maxBidCents }
    await notify(tx, [{ kind: 'bid_corrected', values, accountId, key, bidId, trackedAuctionId }])
    const event = newBidEvent(bidId, at, { kind: 'corrected', from, to, finalPriceCents: priceCents })
    await afterBidChange(tx, [{ bidId, accountId }], [event])
    await announceChange(tx, { what: 'auction', accountId, auctionId: trackedAuctionId })
  })
}
