import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { SENDS } from '../health/engine-sends.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { type NewNotification, notify } from '../notifying/notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const CHECKING_AFTER_MS = 5 * MINUTE_MS
/** Owners of bids that are due within this time are told that no engine runs. */
const NO_ENGINE_BEFORE_MS = 60 * MINUTE_MS
/** What was missed for longer is no news. */
const NEWS_FOR_MS = 10 * MINUTE_MS

type Bid = { accountId: number; bidId: number; trackedAuctionId: number; maxBidCents: number }
type Auction = { accountId: number; trackedAuctionId: number }

const BID = sql`b.account_id as "accountId", b.id as "bidId", b.tracked_auction_id as "trackedAuctionId",
  b.max_bid_cents as "maxBidCents"`
const AUCTION = sql`t.account_id as "accountId", t.id as "trackedAuctionId"`

/**
 * Tells users what no single write causes: that a bid was placed, or is being checked for long, that an auction ends soon or has
 * reached a price, that no engine runs or one runs again. Each is told once, however often this runs. `isSettled`: the
 * installation runs for long enough that its engines would have been seen.
 */
export async function tellWhatTimeBrings({ db, clock, marketplace }: Ctx, isSettled: boolean): Promise<void> {
  const now = await siteNow(db, marketplace.id, clock)
  const news = [
    ...(await placedBids(db, now)),
    ...(await uncertainBids(db, now)),
    ...(await endingAuctions(db, now)),
    ...(await reachedPrices(db, now)),
    ...(isSettled ? await bidsWithoutEngine(db, now) : []),
    ...(await returnedEngines(db, now)),
  ]
  await db.transaction().execute((tx) => notify(tx, news))
}

async function placedBids(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<Bid>`
    select ${BID} from bids b
     where b.status = 'executed' and b.executed_at > ${new Date(now - NEWS_FOR_MS)}`.execute(db)
  return rows.map(({ maxBidCents, ...bid }) => ({
    ...bid,
    kind: 'bid_sent',
    values: { maxBidCents },
    key: `sent ${bid.bidId}`,
    isRead: true,
  }))
}

async function uncertainBids(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<Bid>`
    select ${BID} from bids b
     where b.status in ('pending', 'executed') and b.settled_at is null
       and b.uncertain_since < ${new Date(now - CHECKING_AFTER_MS)}`.execute(db)
  return rows.map(({ accountId, bidId, trackedAuctionId }) => ({
    accountId,
    bidId,
    trackedAuctionId,
    kind: 'bid_checking',
    values: {},
    key: `checking ${bidId}`,
  }))
}

async function endingAuctions(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<Auction & { endsAt: number; hasBid: boolean }>`
    select ${AUCTION}, (extract(epoch from l.ends_at) * 1000)::float8 as "endsAt",
           exists (
             select from bids b where b.tracked_auction_id = t.id and b.status in ('pending', 'executed')) as "hasBid"
      from accounts a
      join tracked_auctions t on t.account_id = a.id and t.removed_at is null and t.status = 'active'
      join listings l on l.id = t.listing_id
     where a.ending_soon_minutes is not null and l.closed_at is null and l.ends_at > ${new Date(now)}
       and l.ends_at <= ${new Date(now)}::timestamptz + make_interval(mins => a.ending_soon_minutes)`.execute(db)
  return rows.map(({ endsAt, hasBid, ...auction }) => ({
    ...auction,
    kind: 'auction_ending',
    values: { endsAt, hasBid },
    key: `ending ${auction.trackedAuctionId} ${endsAt}`,
    isRead: true,
  }))
}

async function reachedPrices(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<Auction & { priceCents: number; amountCents: number }>`
    select ${AUCTION}, l.current_price_cents as "priceCents", t.wanted_max_cents as "amountCents"
      from tracked_auctions t join listings l on l.id = t.listing_id
     where t.removed_at is null and t.status = 'active' and l.closed_at is null and l.ends_at > ${new Date(now)}
       and l.current_price_cents >= t.wanted_max_cents and t.wanted_max_cents is not null
       and not exists (select from bids b where b.tracked_auction_id = t.id)`.execute(db)
  return rows.map(({ priceCents, amountCents, ...auction }) => ({
    ...auction,
    kind: 'price_reached',
    values: { priceCents, amountCents },
    key: `reached ${auction.trackedAuctionId} ${amountCents}`,
  }))
}

async function bidsWithoutEngine(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<{ accountId: number; since: string }>`
    select b.account_id as "accountId", coalesce(max(e.heartbeat_at)::text, 'never') as since
      from bids b left join engines e on true
     where b.status = 'pending' and b.fire_at < ${new Date(now + NO_ENGINE_BEFORE_MS)}
       and not exists (select from engines where ${SENDS})
     group by b.account_id`.execute(db)
  return rows.map(({ accountId, since }) => ({
    accountId,
    kind: 'no_engine',
    values: {},
    key: `no engine since ${since}`,
  }))
}

/** To those who were told that no engine runs. */
async function returnedEngines(db: Db, now: number): Promise<NewNotification[]> {
  const { rows } = await sql<{ accountId: number; key: string }>`
    select account_id as "accountId", key from notifications
     where kind = 'no_engine' and at > ${new Date(now - DAY_MS)} and exists (select from engines where ${SENDS})`.execute(
    db,
  )
  return rows.map(({ accountId, key }) => ({
    accountId,
    kind: 'engine_returned',
    values: {},
    key: `after ${key}`,
    isRead: true,
  }))
}
