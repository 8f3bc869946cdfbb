import type { BidStatus } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Cursor } from '../platform/cursor.ts'
import type { BidRow, Db, Tx } from '../platform/database/tables.ts'
import { isPaused } from './pauses/pause-queries.ts'

/** Bids with what the API tells about them: their listing, their progress, and whether they are paused. */
function bids(db: Db) {
  return db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .leftJoin('bid_groups as g', 'g.id', 'b.group_id')
    .selectAll('b')
    .select(['l.auction_id', 'l.title', 'l.ends_at', 'l.bid_increment_cents', 'l.current_price_cents'])
    .select(closingPrice.as('closing_price_cents'))
    .select(lastStep.as('last_step'))
    .select(checkingSince.as('checking_since'))
    .select(ledAtClose.as('led_at_close'))
    .select(['g.name as group_name', isClosed.as('is_closed'), heldForTitle.as('held_for_title')])
    .select(isPaused.as('is_paused'))
    .select(isNotAtSite.as('is_not_at_site'))
    .where('b.deleted_at', 'is', null)
}

const isClosed = sql<boolean>`l.closed_at is not null`

/** The title of the auction for whose result the bid waits in its group, or that the group has won in its place. */
const heldForTitle = sql<string | null>`(
  select o.title from bids h join listings o on o.id = h.listing_id where h.id = b.group_held_for)`

/** What the item was sold for: from settling, or from the listing for a bid that was out before the close. */
export const closingPrice = sql<number | null>`coalesce(
  b.final_price_cents, case when l.closed_reason = 'ended' and l.bid_count > 0 and b.status in ('outbid', 'failed')
    then l.current_price_cents end)`

/** The progress of a bid after the lock-in, from its log. */
const lastStep = sql<'sent' | 'checking' | null>`(
  select case when e.kind = 'checking' or (e.kind = 'verified' and e.detail -> 'ownBidSeen' = 'false') then 'checking'
              else 'sent' end
    from bid_events e
   where e.bid_id = b.id and e.kind in ('sent', 'answered', 'checking', 'verified')
   order by e.at desc, e.id desc limit 1)`

/** The site was read after the restore of the bid, and does not show the bid. */
const isNotAtSite = sql<boolean>`(b.restored_from is not null and exists (
  select from bid_events e
   where e.bid_id = b.id and e.kind = 'verified' and e.detail -> 'ownBidSeen' = 'false'
     and e.id > (select max(r.id) from bid_events r where r.bid_id = b.id and r.kind = 'restored')))`

/** The page of the closed auction showed the bid's owner as its leader. */
const ledAtClose = sql<boolean>`exists (
  select from bid_events e where e.bid_id = b.id and e.kind = 'checking' and e.detail -> 'leads' = 'true')`

/** Since when it is not known what became of the bid: nothing in its log has shown the bid at the site since. */
const checkingSince = sql<Date | null>`(
  select min(c.at) from bid_events c
   where c.bid_id = b.id and c.kind = 'checking'
     and not exists (select from bid_events s
                      where s.bid_id = b.id and (s.at, s.id) > (c.at, c.id)
                        and (s.kind = 'verified' and s.detail -> 'ownBidSeen' = 'true'
                          or s.kind = 'answered' and s.detail ->> 'answer' in ('leading', 'outbid'))))`

/** When a bid was placed, otherwise when it last changed. The browser shows the same instant, in whole milliseconds. */
const finishedAt = sql<Date>`date_trunc('milliseconds', coalesce(b.executed_at, b.updated_at))`

export type BidRecord = Awaited<ReturnType<typeof findBid>> & {}

export async function findBid(db: Db, accountId: number, id: number) {
  return bids(db).where('b.account_id', '=', accountId).where('b.id', '=', id).executeTakeFirst()
}

/** The account's bids with these ids, in any order. */
export async function findBidsById(db: Db, accountId: number, ids: readonly number[]): Promise<BidRecord[]> {
  if (ids.length === 0) return []
  return bids(db).where('b.account_id', '=', accountId).where('b.id', 'in', ids).execute()
}

/** The account's restored bids that it has neither kept nor cancelled, on auctions that are open. */
export const findRestoredBids = (db: Db, accountId: number): Promise<BidRecord[]> =>
  bids(db)
    .where('b.account_id', '=', accountId)
    .where('b.status', '=', 'pending')
    .where('b.restored_from', 'is not', null)
    .where('l.closed_at', 'is', null)
    .execute()

export type BidSort = 'scheduled_desc' | 'finished_desc'

type Page = { statuses: BidStatus[] | null; sort: BidSort; after: Cursor | null; limit: number }

/** Latest first. Returns up to one bid more than `limit`, which shows that there is another page. */
export async function findBids(
  db: Db,
  accountId: number,
  { statuses, sort, after, limit }: Page,
): Promise<BidRecord[]> {
  let query = bids(db)
    .where('b.account_id', '=', accountId)
    .limit(limit + 1)
  if (statuses) query = query.where('b.status', 'in', statuses)
  if (sort === 'finished_desc') {
    if (after) query = query.where(sql<boolean>`(${finishedAt}, b.id) < (${new Date(after.key)}, ${after.id})`)
    query = query.orderBy(finishedAt, 'desc')
  } else if (after) query = query.where('b.id', '<', after.id)
  return query.orderBy('b.id', 'desc').execute()
}

/** At most one bid of an account is pending on a listing. */
export async function findPendingBid(
  db: Db,
  accountId: number,
  trackedAuctionId: number,
): Promise<BidRecord | undefined> {
  return bids(db)
    .where('b.account_id', '=', accountId)
    .where('b.tracked_auction_id', '=', trackedAuctionId)
    .where('b.status', '=', 'pending')
    .executeTakeFirst()
}

/** Locks a bid's row: an engine that locks the bid in waits until this transaction ends. */
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

/** The account's bid on a listing that the site has accepted and that can still win, or has won. */
export async function findBidAtSite(tx: Tx, accountId: number, listingId: number): Promise<BidRow | undefined> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('status', 'in', ['executed', 'won'])
    .executeTakeFirst()
}

/** Locks the row of the account's pending bid on a listing. */
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
