import { dollarsFromCents, messages, type Receipt } from '@bidwell/contract'
import { findBid } from '../../bidding/bid-queries.ts'
import { BidEventDetail } from '../../bids/log/bid-event.ts'
import { connectionOf, isShared } from '../../connections/connection-queries.ts'
import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { buildReceipt } from './build-receipt.ts'
import type { LoggedEvent } from './last-shot.ts'

/** The receipt of an account's bid. Throws `not_found`. */
export async function readReceipt(ctx: Ctx, accountId: number, bidId: number): Promise<Receipt> {
  const { db, clock, marketplace } = ctx
  const bid = await findBid(db, accountId, bidId)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  const connection = await connectionOf(db, accountId, marketplace.id)
  const note =
    connection && (await isShared(db, connection)) ? messages.connection.sharedReceipt(marketplace.siteName) : null
  return {
    ...buildReceipt(bid, await eventsOf(db, bidId), marketplace.siteName, await siteNow(db, marketplace.id, clock)),
    item_url: marketplace.itemUrl(bid.auction_id),
    image_url: await pictureOf(db, bid.listing_id),
    price_history: await pricesOf(db, bid.listing_id),
    note,
  }
}

/** A bid's log, in chronological order. */
async function eventsOf(db: Db, bidId: number): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('bid_events')
    .select(['at', 'uncertainty_ms', 'detail'])
    .where('bid_id', '=', bidId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    at: row.at.getTime(),
    uncertaintyMs: row.uncertainty_ms,
    detail: BidEventDetail.parse(row.detail),
  }))
}

async function pictureOf(db: Db, listingId: number): Promise<string | null> {
  const { image_urls } = await db
    .selectFrom('listings')
    .select('image_urls')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return image_urls[0] ?? null
}

/** A chart shows no more of them. */
const MAX_PRICES = 200

async function pricesOf(db: Db, listingId: number): Promise<Receipt['price_history']> {
  const rows = await db
    .selectFrom('listing_prices')
    .select(['at', 'price_cents', 'bid_count'])
    .where('listing_id', '=', listingId)
    .orderBy('at', 'desc')
    .limit(MAX_PRICES)
    .execute()
  return rows.toReversed().map(({ at, price_cents, bid_count }) => ({
    at: at.toISOString(),
    price: dollarsFromCents(price_cents),
    bid_count,
  }))
}
