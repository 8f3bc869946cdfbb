import { sql } from 'kysely'
import type { BidStatus } from '@bidwell/contract'
import type { BidRow, Db, Tx } from '../platform/database/tables.ts'
import { isPaused } from '../pauses/is-paused.ts'

/** Bids joined with what they stand on: what every answer about a bid is made from. */
function bids(db: Db) {
  return db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .selectAll('b')
    .select(['l.auction_id', 'l.title', 'l.ends_at'])
    .select(finalPrice.as('closing_price_cents'))
    .select(lastStep.as('last_step'))
    .select(isPaused.as('is_paused'))
    .where('b.deleted_at', 'is', null)
}

/** The price at the close: as the engine settled it, or, for a bid that was out before, as the listing closed. */
const finalPrice = sql<number | null>`coalesce(
  b.final_price_cents, case when l.closed_reason = 'ended' and b.status in ('outbid', 'failed') then l.current_price_cents end)`

/** How far a bid that has been locked in has come, from its log. */
const lastStep = sql<'sent' | 'checking' | null>`(
  select case e.kind when 'checking' then 'checking' else 'sent' end
    from bid_events e
   where e.bid_id = b.id and e.kind in ('sent', 'answered', 'checking', 'verified')
   order by e.at desc, e.id desc limit 1)`

export type BidRecord = Awaited<ReturnType<typeof findBid>> & {}

export async function findBid(db: Db, accountId: number, id: number) {
  return bids(db).where('b.account_id', '=', accountId).where('b.id', '=', id).executeTakeFirst()
}

type Wanted = { statuses: BidStatus[] | null; beforeId: number | null; limit: number }

/** Latest first; one more than the page, so that the caller sees whether there is another. */
export async function findBids(db: Db, accountId: number, { statuses, beforeId, limit }: Wanted): Promise<BidRecord[]> {
  let query = bids(db)
    .where('b.account_id', '=', accountId)
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
  if (statuses) query = query.where('b.status', 'in', statuses)
  if (beforeId !== null) query = query.where('b.id', '<', beforeId)
  return query.execute()
}

export async function findPendingBids(db: Db, accountId: number, trackedAuctionId: number): Promise<BidRecord[]> {
  return bids(db)
    .where('b.account_id', '=', accountId)
    .where('b.tracked_auction_id', '=', trackedAuctionId)
    .where('b.status', '=', 'pending')
    .execute()
}

/** A bid with its row held: an engine that would lock it in waits until this transaction is over. */
export async function lockBid(tx: Tx, accountId: number, id: number): Promise<BidRow | undefined> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The account's bid on a listing that has been sent and may still win, or has won. */
export async function findBidAtSite(tx: Tx, accountId: number, listingId: number): Promise<BidRow | undefined> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['executed', 'won'])
    .executeTakeFirst()
}

/** The account's live snipe on a listing, with its row held. */
export async function lockPendingBid(tx: Tx, accountId: number, listingId: number): Promise<BidRow | undefined> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
}
