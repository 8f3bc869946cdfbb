import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { notify } from '../../notifying/notifications/notify.ts'
import { resultOfBid } from '../../notifying/notifications/result-of-bid.ts'
import type { PauseParts } from './await-release.ts'
import { isPaused } from './pause-queries.ts'

/**
 * How long after its end a listing counts as closed: if the site extended the auction at the last moment, a reading has
 * shown the new end by then.
 */
export const CLOSED_FOR_CERTAIN_AFTER_MS = 15_000

type EndedBid = {
  bidId: number
  accountId: number
  trackedAuctionId: number
  maxBidCents: number
  priceCents: number | null
}

/**
 * Ends the paused bids of an account, or of all accounts, whose auctions have closed. Bids that an engine holds are
 * left to the engine, and restored ones to its readings. Returns how many bids it has ended.
 */
export async function endPausedBids(ctx: PauseParts, accountId: number | null = null): Promise<number> {
  const { db, clock, marketplace } = ctx
  const at = await siteNow(db, marketplace.id, clock)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedBid>`
      update bids
         set status = 'cancelled', outcome = 'paused', settled_at = ${new Date(at)}, updated_at = ${new Date(at)},
             pending = null
        from (select b.id, l.current_price_cents as price
                from bids b join listings l on l.id = b.listing_id
               where b.status = 'pending' and b.engine_id is null and b.restored_from is null and ${isPaused} and l.marketplace = ${marketplace.id}
                 and (${accountId}::bigint is null or b.account_id = ${accountId})
                 and b.fire_at <= ${new Date(at)}
                 and (l.closed_at is not null or l.ends_at <= ${new Date(at - CLOSED_FOR_CERTAIN_AFTER_MS)})
                 for update of b skip locked) ended
       where bids.id = ended.id
      returning bids.id as "bidId", bids.account_id as "accountId", ended.price as "priceCents",
                bids.tracked_auction_id as "trackedAuctionId", bids.max_bid_cents as "maxBidCents"`.execute(tx)
    const results = rows.map((bid) =>
      resultOfBid({
        ...bid,
        status: 'cancelled',
        outcome: 'paused',
        incrementCents: null,
        sent: false,
        siteMessage: null,
        closedEarlyAt: null,
      }),
    )
    await notify(
      tx,
      results.filter((result) => result !== null),
    )
    await afterBidChange(
      tx,
      rows,
      rows.map(({ bidId, priceCents }) => newBidEvent(bidId, at, { kind: 'skipped', outcome: 'paused', priceCents })),
    )
    return rows.length
  })
}
