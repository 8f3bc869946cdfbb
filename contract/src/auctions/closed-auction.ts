import * as z from 'zod/mini'
import { ClosedBecause } from './auction.ts'

const amount = z.nullable(z.number())

/** What the site told of an auction after its close, dollars. Null is what it did not tell. */
export const WireClosedAuction = z.object({
  closed_because: ClosedBecause,
  /** Null when the site does not say when it closed the auction. */
  ended_at: z.nullable(z.iso.datetime()),
  starting_price: amount,
  /** Without bids, the auction was not sold, and this is its starting price. */
  final_price: amount,
  bid_increment: amount,
  bid_count: z.nullable(z.int()),
  bidder_count: z.nullable(z.int()),
  /** The highest amounts of the bidders behind the one who led. */
  second_amount: amount,
  third_amount: amount,
  /** Prices before the end; null when no reading was near enough. */
  price_day_before: amount,
  price_hour_before: amount,
  price_quarter_hour_before: amount,
  /** Null where it depends on the address. */
  shipping_cost: amount,
})
export type WireClosedAuction = z.infer<typeof WireClosedAuction>
