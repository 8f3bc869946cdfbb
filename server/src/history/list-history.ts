import {
  type api,
  costIfWon,
  type Data,
  dollarsOrNull,
  type ItemCost,
  PAGE,
  type Query,
  type WireHistoryEntry,
} from '@bidwell/contract'
import { findItemCosts } from '../auctions/cost/find-item-costs.ts'
import { type BidRecord, findBidsById } from '../bidding/bid-queries.ts'
import { presentBid } from '../bidding/present-bid.ts'
import type { Ctx } from '../context/ctx.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { decodeCursor, encodeCursor } from './history-cursor.ts'
import { findHistory, type HistoryFilter, type HistoryRow, keyTypeOf } from './history-queries.ts'

/** A page of the account's history. Throws `malformed` for a cursor that no earlier page gave. */
export async function listHistory(
  ctx: Ctx,
  accountId: number,
  { cursor, limit = PAGE.defaultLimit, sort = 'date', direction = 'desc', ...filter }: Query<typeof api.listHistory>,
): Promise<Data<typeof api.listHistory>> {
  const { db, marketplace } = ctx
  const after = cursor === undefined ? null : decodeCursor(cursor, keyTypeOf(sort))
  const page = { ...filterOf(filter), sort, direction, after, limit: limit + 1 }
  const found = await findHistory(db, accountId, page)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)

  const ids = rows.flatMap(({ bid_id }) => bid_id ?? [])
  const bids = new Map((await findBidsById(db, accountId, ids)).map((bid) => [bid.id, bid]))
  const costs = await findItemCosts(ctx, accountId, wonIn(rows))
  return {
    entries: rows.map((row) => ({
      ...present(row, bids.get(row.bid_id ?? 0), marketplace),
      ...presentInAll(row, costs.get(row.auction_id)),
    })),
    next_cursor: found.length > limit && last ? encodeCursor(last) : null,
  }
}

/** The items that the rows say were won. */
export const wonIn = (rows: readonly HistoryRow[]): string[] =>
  rows.filter(({ result }) => result === 'won').map(({ auction_id }) => auction_id)

/** What the row's item costs in all, in cents: the price that was paid, handling and shipping. */
export const inAllOf = ({ paid_cents }: HistoryRow, cost: ItemCost | undefined) =>
  paid_cents === null || !cost ? null : costIfWon(paid_cents, cost)

function presentInAll(row: HistoryRow, cost: ItemCost | undefined) {
  const inAll = inAllOf(row, cost)
  return { in_all: dollarsOrNull(inAll?.totalCents ?? null), in_all_is_estimate: inAll?.isEstimate ?? false }
}

/** The endpoint's schema has checked each result between the commas. */
export const filterOf = ({ result, sold, search = '' }: Query<typeof api.totalHistory>): HistoryFilter => ({
  results: result?.split(',') ?? null,
  sold: sold ?? null,
  search,
})

function present(
  row: HistoryRow,
  bid: BidRecord | undefined,
  marketplace: Marketplace,
): Omit<WireHistoryEntry, 'in_all' | 'in_all_is_estimate'> {
  return {
    key: keyOf(row),
    result: row.result,
    at: row.at.toISOString(),
    auction_id: row.auction_id,
    tracked_auction_id: row.tracked_auction_id,
    title: row.title,
    note: row.note,
    labels: row.labels,
    image_url: row.image_url,
    item_url: marketplace.itemUrl(row.auction_id),
    similar_url: marketplace.searchUrl(row.title),
    final_price: dollarsOrNull(row.final_price_cents),
    paid: dollarsOrNull(row.paid_cents),
    max: dollarsOrNull(row.max_bid_cents),
    margin: dollarsOrNull(row.margin_cents),
    order_id: row.order_id,
    items_in_order: row.items_in_order,
    shipping: dollarsOrNull(row.shipping_cents),
    handling: dollarsOrNull(row.handling_cents),
    tax: dollarsOrNull(row.tax_cents),
    additional_fee: dollarsOrNull(row.additional_fee_cents),
    donation: dollarsOrNull(row.donation_cents),
    total: dollarsOrNull(row.total_cents),
    sale: row.is_noted
      ? {
          sold_for: dollarsOrNull(row.sold_for_cents),
          fees: dollarsOrNull(row.fees_cents),
          sold_on: row.sold_on,
          sold_at: row.sold_at,
          refund: dollarsOrNull(row.refund_cents),
        }
      : null,
    profit: dollarsOrNull(row.profit_cents),
    bid: bid ? presentBid(bid) : null,
  }
}

function keyOf({ bid_id, tracked_auction_id, auction_id }: HistoryRow): string {
  if (bid_id !== null) return `bid-${bid_id}`
  return tracked_auction_id === null ? `order-${auction_id}` : `auction-${tracked_auction_id}`
}
