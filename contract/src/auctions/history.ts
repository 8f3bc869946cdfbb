import * as z from 'zod/mini'
import { WireBid } from '../bids/bid.ts'
import { Sale } from './sale.ts'

/**
 * What became of an auction, by one word on every screen. `open`: a sent bid whose result is still to come. `unknown`: the site
 * has not shown the result for days. `no_bid`: the auction ended, and its user had never scheduled a bid on it.
 */
export const HistoryResult = z.enum(['won', 'lost', 'outbid', 'not_placed', 'cancelled', 'no_bid', 'unknown', 'open'])
export type HistoryResult = z.infer<typeof HistoryResult>

/**
 * A row of the history: a bid that was sent or is over, an auction that ended without a bid of the user, or an item that the user
 * read in from the site's file of orders, as won. Money is dollars; null where it is not known or does not apply.
 */
export const WireHistoryEntry = z.object({
  /** `bid-12`, `auction-7`, or `order-279250057` of an item that was read in. */
  key: z.string(),
  result: HistoryResult,
  /** When it was decided: the auction's end, or when the bid was cancelled or failed before. */
  at: z.iso.datetime(),
  /** The site's item number. */
  auction_id: z.string(),
  /** Null for an item that was read in. */
  tracked_auction_id: z.nullable(z.int()),
  title: z.string(),
  /** What the user has noted of the auction; empty for nothing. */
  note: z.string(),
  labels: z.array(z.string()),
  image_url: z.nullable(z.string()),
  /** The item's page at the site. */
  item_url: z.string(),
  /** The site's search for items with the same title. */
  similar_url: z.string(),
  /** What the item was sold for. */
  final_price: z.nullable(z.number()),
  /** What the user won the item for, without shipping and handling. */
  paid: z.nullable(z.number()),
  /** What Bidwell reckons a won item to cost with handling and shipping, before tax; null while a part is not known. */
  in_all: z.nullable(z.number()),
  /** The shipping in `in_all` is the site's estimate. */
  in_all_is_estimate: z.boolean(),
  /**
   * What the site's lists of orders, or its file, say of a won item: its order, how many items that holds, and the item's part of the
   * order's costs, by price. The total is null unless they tell price, shipping, handling and tax.
   */
  order_id: z.nullable(z.string()),
  items_in_order: z.nullable(z.int()),
  shipping: z.nullable(z.number()),
  handling: z.nullable(z.number()),
  tax: z.nullable(z.number()),
  additional_fee: z.nullable(z.number()),
  donation: z.nullable(z.number()),
  total: z.nullable(z.number()),
  /** What the user noted of a won item. */
  sale: z.nullable(Sale),
  /** What it was sold for, less fees and total, plus the refund. */
  profit: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** The maximum minus the final price. Negative when the maximum was too low. */
  margin: z.nullable(z.number()),
  /** Null for an auction without a bid, and for an item that was read in. */
  bid: z.nullable(WireBid),
})
export type WireHistoryEntry = z.infer<typeof WireHistoryEntry>

const Totals = {
  /** Rows of the history. */
  entries: z.int(),
  /** Bids that won, and items that were read in. */
  won: z.int(),
  /** Items that were read in: also counted as decided. */
  read_in: z.int(),
  /** Bids that won, lost, were outbid, or were not placed. */
  decided: z.int(),
  /** Dollars: the prices of the won items together, without shipping and handling. */
  spent: z.number(),
  /** Dollars: how much lower these prices were than the maximums, together. */
  saved: z.number(),
  /** Won items whose price the site has not shown. They are missing from `spent` and `saved`. */
  unpriced: z.int(),
  /** Dollars: what the won items cost in all, with shipping, handling and tax, of those of which the site has told it. */
  cost: z.number(),
  /** How many those are. */
  costed: z.int(),
  /** Items that were sold: in a month, those that were sold in it, whenever they were won. */
  sold: z.int(),
  /** Dollars: the profit of these, of those whose total is known, and how many those are. */
  profit: z.number(),
  profited: z.int(),
}

export const HistoryTotals = z.object(Totals)
export type HistoryTotals = z.infer<typeof HistoryTotals>

/** `month` is `2026-11`, in the site's time zone. */
export const HistoryMonth = z.object({ month: z.string(), ...Totals })
export type HistoryMonth = z.infer<typeof HistoryMonth>
