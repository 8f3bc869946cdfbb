import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'

/** Whether a bid of a group may be at the site. */
export const hasBidsOfGroups = sql<boolean>`exists (
  select from bids b where b.listing_id = l.id and b.status in ('pending', 'executed') and b.group_id is not null)`

/**
 * Tells groups that a bid of theirs cannot win: the price is above the maximum of a bid that the site has accepted, and a leader
 * never pays above its own. At an open auction, a bid that is still on its way is left out: the price falls when another
 * bidder's bid is withdrawn, and then the bid goes out.
 */
export async function releaseBeatenBids(tx: Tx, listings: readonly Pick<ListingRow, 'id'>[]): Promise<void> {
  if (listings.length === 0) return
  type Beaten = { bidId: number; accountId: number; at: Date; priceCents: number }
  const { rows } = await sql<Beaten>`
    update bids
       set group_released_at = beaten.at, group_released_because = 'price_above_max'
      from (select b.id, l.observed_at as at, l.current_price_cents as price_cents
              from bids b join listings l on l.id = b.listing_id
             where l.id = any(${listings.map(({ id }) => id)}::bigint[]) and b.group_id is not null
               and b.group_granted_at < l.observed_at and b.group_released_at is null
               and l.current_price_cents > b.max_bid_cents
               and (b.status = 'executed' or b.status = 'pending' and b.locked_in_at is not null and l.closed_reason = 'ended')
             order by b.id
               for no key update of b) beaten
     where bids.id = beaten.id
    returning bids.id as "bidId", bids.account_id as "accountId", beaten.at, beaten.price_cents as "priceCents"`.execute(
    tx,
  )
  if (rows.length === 0) return
  const events = rows.map(({ bidId, at, priceCents }) =>
    newBidEvent(bidId, at.getTime(), { kind: 'group_released', because: 'price_above_max', priceCents }),
  )
  await afterBidChange(tx, rows, events)
}
