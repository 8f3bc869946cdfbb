import * as z from 'zod/mini'

/**
 * What is known of the payment of a won item. `to_pay`, `paid` and `shipped` are what the site's lists of orders show;
 * `said_paid` is the owner's own word; `not_known` is everything that neither tells.
 */
export const PaymentState = z.enum(['to_pay', 'said_paid', 'paid', 'shipped', 'not_known'])
export type PaymentState = z.infer<typeof PaymentState>

/**
 * Why a payment is not known. `not_read`: the lists were not read since the win. `not_listed`: the item stands in neither
 * list. `left_list`: it has left the list of unpaid items, and the list of paid ones does not have it. `left_late`: the
 * same, after its date for paying. `list_failed`: it was unpaid at the last reading, and the list cannot be read since.
 */
export const PaymentGap = z.enum(['not_read', 'not_listed', 'left_list', 'left_late', 'list_failed'])
export type PaymentGap = z.infer<typeof PaymentGap>

/** A won item, what it costs, and what became of its payment. Money is dollars; null is what is not known, and never free. */
export const WireWin = z.object({
  /** The bid that won it. */
  bid_id: z.int(),
  tracked_auction_id: z.int(),
  /** The site's item number. */
  auction_id: z.string(),
  title: z.string(),
  image_url: z.nullable(z.string()),
  item_url: z.string(),
  seller: z.nullable(z.string()),
  /** The seller combines the shipping of several items. */
  combines_shipping: z.boolean(),
  won_at: z.iso.datetime(),
  state: PaymentState,
  /** With `not_known`. */
  gap: z.nullable(PaymentGap),
  /** The money is owed as far as anybody can tell: unpaid in the site's list, or when it was last read. */
  is_owed: z.boolean(),
  /** The last day for paying, such as `2026-11-28`. */
  pay_by: z.nullable(z.iso.date()),
  /** That day is over where the site is. */
  is_overdue: z.boolean(),
  /** When the owner ticked it as paid. */
  said_paid_at: z.nullable(z.iso.datetime()),
  /** The number of its order, and the order's page at the site once it is paid. */
  order_id: z.nullable(z.string()),
  order_url: z.nullable(z.string()),
  /** How many items the order holds, tracked or not: `shipping` and `tax` are this item's part, by price. */
  items_in_order: z.int(),
  price: z.nullable(z.number()),
  shipping: z.nullable(z.number()),
  handling: z.nullable(z.number()),
  tax: z.nullable(z.number()),
  /** What the site asks for it in all; null unless it tells all four. */
  total: z.nullable(z.number()),
  /** What Bidwell reckons for price, handling and shipping, before tax; null while one of them is not known. */
  estimate: z.nullable(z.number()),
  /** What a bid that was set by its delivered price was said to cost at the door, at the price that it won at. */
  said: z.nullable(z.number()),
  tracking_number: z.nullable(z.string()),
  shipper: z.nullable(z.string()),
})
export type WireWin = z.infer<typeof WireWin>

/** How the reading of the site's lists of orders stands. */
export const OrderReadings = z.object({
  /** When both lists were last read. */
  read_at: z.nullable(z.iso.datetime()),
  /** Why the last reading did not succeed; null when it did. */
  failure: z.nullable(z.enum(['login', 'site'])),
  /** The owner has asked for a reading, which is not done yet. */
  is_asked: z.boolean(),
})
export type OrderReadings = z.infer<typeof OrderReadings>

export const WIN = {
  /** Wins of so many days are listed. */
  listedDays: 60,
  /** The site's lists are read for so many days after a win, or until the item is shipped. */
  followedDays: 42,
  /** An account may ask for a reading so often, in ms. */
  askEveryMs: 60_000,
} as const
