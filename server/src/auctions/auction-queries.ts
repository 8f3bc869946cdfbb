import type { AuctionStatus } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Cursor } from '../platform/cursor.ts'
import type { Db, Tx } from '../platform/database/tables.ts'

/** The latest price steps returned with each auction. */
const MAX_PRICE_STEPS = 200
/** How long a closed auction is still listed as active, as 'Ended today'. */
const ACTIVE_AFTER_CLOSE_MS = 24 * 3_600_000

/** Tracked auctions joined with their listings: the base of every query here. */
function auctions(db: Db) {
  return db
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select(['t.id', 't.account_id', 't.listing_id', 't.status', 't.bid_timing_preference', 't.created_at'])
    .select(['t.updated_at', 'l.updated_at as listing_updated_at', 'l.auction_id', 'l.title', 'l.seller'])
    .select(['l.category', 'l.item_condition', 'l.description', 'l.image_urls', 'l.starting_price_cents'])
    .select(['l.current_price_cents', 'l.minimum_bid_cents', 'l.bid_increment_cents', 'l.bid_count'])
    .select(['l.shipping_cents', 'l.handling_cents', 'l.pickup_only'])
    .select([endsAt.as('ends_at'), isEndAmbiguous.as('ends_at_ambiguous')])
    .select(['l.closed_reason', 'l.last_checked_at', 'l.check_error', 't.alerts_muted_until', 't.note', 't.labels'])
    .select([maximum.as('max_bid_cents'), priceSteps.as('price_steps')])
}

/** A withdrawn auction keeps the end that the site announced last, but was over when it closed. */
const endsAt = sql<Date>`least(l.ends_at, l.closed_at)`
const isEndAmbiguous = sql<boolean>`(l.ends_at_ambiguous and ${endsAt} = l.ends_at)`

/** Of the pending bid, or of the latest one. While the auction is open, a plan takes its place, and a cancelled bid has none. */
const maximum = sql<number | null>`coalesce(
  case when l.closed_at is null then t.wanted_max_cents end,
  (select b.max_bid_cents from bids b
    where b.tracked_auction_id = t.id and (l.closed_at is not null or b.status <> 'cancelled')
    order by b.status = 'pending' desc, b.id desc limit 1))`

const priceSteps = sql<{ at: number; priceCents: number; bidCount: number }[]>`(
  select coalesce(json_agg(json_build_object(
           'at', (extract(epoch from p.at) * 1000)::bigint, 'priceCents', p.price_cents, 'bidCount', p.bid_count)
         order by p.at), '[]')
    from (select * from listing_prices where listing_id = l.id order by at desc limit ${MAX_PRICE_STEPS}) p)`

export type AuctionRecord = Awaited<ReturnType<typeof findAuction>> & {}

export const findAuction = async (db: Db, accountId: number, id: number) =>
  auctionById(db, accountId, id).executeTakeFirst()

/** The same for an auction that is known to be tracked. */
export const getAuction = async (db: Db, accountId: number, id: number) =>
  auctionById(db, accountId, id).executeTakeFirstOrThrow()

const auctionById = (db: Db, accountId: number, id: number) =>
  auctions(db).where('t.account_id', '=', accountId).where('t.id', '=', id).where('t.removed_at', 'is', null)

/** The tracked auctions with these ids, of any account, in any order. */
export async function findAuctionsById(db: Db, ids: readonly number[]): Promise<AuctionRecord[]> {
  return auctions(db)
    .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
    .where('t.removed_at', 'is', null)
    .execute()
}

/** Finds a tracked auction by the site's id of the item. */
export async function findTrackedAuction(db: Db, accountId: number, siteId: string, auctionId: string) {
  return auctions(db)
    .where('t.account_id', '=', accountId)
    .where('l.marketplace', '=', siteId)
    .where('l.auction_id', '=', auctionId)
    .where('t.removed_at', 'is', null)
    .executeTakeFirst()
}

type Page = { sort: 'end_time_asc' | 'end_time_desc'; after: Cursor | null; limit: number }

/** Lists auctions by status, or all, ordered by end. A closed auction without a bid counts as active for one more day. A withdrawn one stays as long as a bid waits for its return. */
export async function findAuctions(
  db: Db,
  accountId: number,
  { statuses, now, ...page }: Page & { statuses: AuctionStatus[] | null; now: number },
): Promise<AuctionRecord[]> {
  let query = pageOf(auctions(db), page).where('t.account_id', '=', accountId).where('t.removed_at', 'is', null)
  if (statuses) {
    const stillShown = new Date(now - ACTIVE_AFTER_CLOSE_MS)
    query = query
      .where('t.status', 'in', statuses)
      .where((where) =>
        where.or([
          where('t.status', '<>', 'active'),
          where('l.closed_at', 'is', null),
          where('l.closed_at', '>', stillShown),
          sql<boolean>`exists (select from bids b where b.tracked_auction_id = t.id and b.status = 'pending')`,
        ]),
      )
  }
  return query.execute()
}

/** Lists auctions that are over, latest end first. */
export async function findHistoricalAuctions(db: Db, accountId: number, page: Omit<Page, 'sort'>) {
  return pageOf(auctions(db), { ...page, sort: 'end_time_desc' })
    .where('t.account_id', '=', accountId)
    .where('t.removed_at', 'is', null)
    .where((where) => where.or([where('t.status', '<>', 'active'), where('l.closed_at', 'is not', null)]))
    .execute()
}

/** Selects one row more than the page, which tells the caller whether another page follows. */
function pageOf(query: ReturnType<typeof auctions>, { sort, after, limit }: Page) {
  const direction = sort === 'end_time_asc' ? 'asc' : 'desc'
  const ordered = query
    .orderBy(endsAt, direction)
    .orderBy('t.id', direction)
    .limit(limit + 1)
  if (!after) return ordered
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  return ordered.where(sql<boolean>`(${endsAt}, t.id) ${beyond} (${new Date(after.key)}, ${after.id})`)
}

/** The accounts that track a listing, each with its tracked auction. */
export async function trackersOf(db: Db, listingId: number): Promise<{ accountId: number; auctionId: number }[]> {
  return db
    .selectFrom('tracked_auctions')
    .select(['account_id as accountId', 'id as auctionId'])
    .where('listing_id', '=', listingId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Reads a tracked auction, removed or not, and locks its row so that changes to it take turns. */
export async function lockTrackedAuction(tx: Tx, accountId: number, id: number) {
  return tx
    .selectFrom('tracked_auctions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
