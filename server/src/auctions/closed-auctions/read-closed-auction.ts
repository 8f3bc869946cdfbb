import { dollarsOrNull, messages, type WireClosedAuction } from '@bidwell/contract'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * What is kept of the sale of an auction; null while it is open, and when nothing was kept. Throws `not_found` for an
 * auction that the account has never tracked: receipts and links outlive its place on the dashboard.
 */
export async function readClosedAuction(db: Db, accountId: number, id: number): Promise<WireClosedAuction | null> {
  const found = await db
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .leftJoin('closed_auctions as c', (join) =>
      join
        .onRef('c.marketplace', '=', 'l.marketplace')
        .onRef('c.auction_id', '=', 'l.auction_id')
        .on('l.closed_at', 'is not', null),
    )
    .selectAll('c')
    .where('t.account_id', '=', accountId)
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', messages.auction.notFound)
  if (found.closed_reason === null) return null
  return {
    closed_because: found.closed_reason,
    ended_at: found.ended_at && found.ended_at.toISOString(),
    starting_price: dollarsOrNull(found.starting_price_cents),
    final_price: dollarsOrNull(found.final_price_cents),
    bid_increment: dollarsOrNull(found.bid_increment_cents),
    bid_count: found.bid_count,
    bidder_count: found.bidder_count,
    second_amount: dollarsOrNull(found.second_amount_cents),
    third_amount: dollarsOrNull(found.third_amount_cents),
    price_day_before: dollarsOrNull(found.price_day_before_cents),
    price_hour_before: dollarsOrNull(found.price_hour_before_cents),
    price_quarter_hour_before: dollarsOrNull(found.price_quarter_hour_before_cents),
    shipping_cost: dollarsOrNull(found.shipping_cents),
  }
}
