import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { siteNow } from '../marketplace/site-time.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { PauseDeps } from './await-release.ts'
import { isPaused } from './is-paused.ts'

/** An end that was moved at the last moment shows on the next reading, which comes within this. */
const CLOSE_IS_SURE_AFTER_MS = 15_000

type EndedBid = { bidId: number; accountId: number; priceCents: number | null }

/**
 * Ends bids whose auctions have closed while bidding was paused: nothing was sent for them, and nothing will be. What an
 * engine holds is left to it. Answers how many there were.
 */
export async function endPausedBids(deps: PauseDeps, accountId: number | null = null): Promise<number> {
  const { db, clock, marketplace } = deps
  const at = await siteNow(db, marketplace.id, clock)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedBid>`
      update bids
         set status = 'cancelled', outcome = 'paused', settled_at = ${new Date(at)}, updated_at = ${new Date(at)},
             pending_change = null, pending_max_bid_cents = null, pending_seconds_before_end = null
        from (select b.id, l.current_price_cents as price
                from bids b join listings l on l.id = b.listing_id
               where b.status = 'pending' and b.engine_id is null and ${isPaused} and l.marketplace = ${marketplace.id}
                 and (${accountId}::bigint is null or b.account_id = ${accountId})
                 and b.fire_at <= ${new Date(at)}
                 and (l.closed_at is not null or l.ends_at <= ${new Date(at - CLOSE_IS_SURE_AFTER_MS)})
                 for update of b skip locked) ended
       where bids.id = ended.id
      returning bids.id as "bidId", bids.account_id as "accountId", ended.price as "priceCents"`.execute(tx)
    const events = rows.map(({ bidId, priceCents }) => ({
      key: randomUUID(),
      bidId,
      at,
      uncertaintyMs: null,
      engineId: null,
      fence: null,
      detail: { kind: 'skipped' as const, outcome: 'paused' as const, priceCents },
    }))
    await recordBidEvents(tx, events)
    for (const bid of rows) await announceChange(tx, { what: 'bid', accountId: bid.accountId, bidId: bid.bidId })
    return rows.length
  })
}
