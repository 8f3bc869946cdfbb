import { sql } from 'kysely'
import { notify } from '../../notifying/notifications/notify.ts'
import { closedKey } from '../../notifying/notifications/result-of-bid.ts'
import type { ListingRow, Tx } from '../../platform/database/tables.ts'

type Known = Pick<ListingRow, 'minimum_bid_cents' | 'closed_at'>
type Written = { before: Known | null; listing: ListingRow }

/** Tells users about their auctions what a reading shows for the first time: an early close, and a maximum that is passed. */
export async function notifyTrackers(tx: Tx, written: readonly Written[]): Promise<void> {
  const closed = written.filter(({ before, listing }) => before && !before.closed_at && isClosedEarly(listing))
  const dearer = written.filter(
    ({ before, listing }) => before && !listing.closed_at && listing.minimum_bid_cents > before.minimum_bid_cents,
  )
  await notifyOfClose(tx, closed.map(idOf))
  await notifyOfPrice(tx, dearer.map(idOf))
}

const idOf = ({ listing }: Written) => listing.id
const isClosedEarly = ({ closed_at: at, closed_reason: reason }: ListingRow) => at !== null && reason !== 'ended'

type Tracker = {
  accountId: number
  trackedAuctionId: number
  closedAt: Date
  reason: 'ended_early' | 'withdrawn'
  hasBid: boolean
}

/**
 * The close has ended a bid before the listing showed it, and is told as the result of that bid. A result from before an item was
 * back is of another close: the listing closes, or ends, after it.
 */
const isToldAsResult = sql`exists (
  select from bids b
   where b.tracked_auction_id = t.id and b.outcome in ('ended_early', 'withdrawn')
     and b.settled_at >= least(l.closed_at, l.ends_at - make_interval(secs => b.seconds_before_end)))`

async function notifyOfClose(tx: Tx, listingIds: number[]) {
  if (listingIds.length === 0) return
  const { rows } = await sql<Tracker>`
    select t.account_id as "accountId", t.id as "trackedAuctionId", l.closed_at as "closedAt", l.closed_reason as reason,
           exists (select from bids b where b.tracked_auction_id = t.id and b.status in ('pending', 'executed')) as "hasBid"
      from tracked_auctions t join listings l on l.id = t.listing_id
     where l.id = any(${listingIds}::bigint[]) and t.removed_at is null and not ${isToldAsResult}`.execute(tx)
  await notify(
    tx,
    rows.map(({ accountId, trackedAuctionId, closedAt, reason, hasBid }) => ({
      kind: 'auction_closed_early',
      values: { reason, hasBid },
      accountId,
      trackedAuctionId,
      key: closedKey(trackedAuctionId, closedAt),
    })),
  )
}

type PassedBid = {
  accountId: number
  bidId: number
  trackedAuctionId: number
  maxBidCents: number
  priceCents: number
  nextBidCents: number
}

/** Once for each maximum of a bid: raising it, and being passed again, is news. */
async function notifyOfPrice(tx: Tx, listingIds: number[]) {
  if (listingIds.length === 0) return
  const { rows } = await sql<PassedBid>`
    select b.account_id as "accountId", b.id as "bidId", b.tracked_auction_id as "trackedAuctionId",
           b.max_bid_cents as "maxBidCents", l.current_price_cents as "priceCents", l.minimum_bid_cents as "nextBidCents"
      from bids b join listings l on l.id = b.listing_id
     where l.id = any(${listingIds}::bigint[]) and b.status = 'pending'
       and b.max_bid_cents < l.minimum_bid_cents`.execute(tx)
  await notify(
    tx,
    rows.map(({ accountId, bidId, trackedAuctionId, ...values }) => ({
      kind: 'bid_over_maximum',
      values,
      accountId,
      bidId,
      trackedAuctionId,
      key: `over ${bidId} ${values.maxBidCents}`,
    })),
  )
}
