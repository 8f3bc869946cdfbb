import * as z from 'zod/mini'

/** `ended`: the auction came too near or closed, its user tracks it no longer, or a bid as high stands on it. */
export const BidRequestState = z.enum(['open', 'scheduled', 'refused', 'ended'])
export type BidRequestState = z.infer<typeof BidRequestState>

/** What a program asks its owner for, in a failure with the code `owner_asked`. Nothing is scheduled until the owner taps. */
export const AskedBid = z.object({
  /** The number of the request, as `GET /bids/requests` lists it. */
  id: z.int(),
  /** Dollars. */
  max_bid: z.number(),
  seconds_before_end: z.int(),
  /** The page on which the owner answers, below the address of Bidwell. */
  page: z.string(),
})
export type AskedBid = z.infer<typeof AskedBid>

/** A bid that a program asked its owner for. Money is dollars; instants are ISO-8601 in UTC. */
export const WireBidRequest = z.object({
  id: z.int(),
  token: z.object({ id: z.uuid(), name: z.string() }),
  auction_id: z.string(),
  tracked_auction_id: z.int(),
  /** As its seller wrote it. */
  title: z.string(),
  max_bid: z.number(),
  seconds_before_end: z.int(),
  state: BidRequestState,
  asked_at: z.iso.datetime(),
  /** The current price, and the close on the site's clock. */
  price: z.number(),
  ends_at: z.iso.datetime(),
  /** The maximum of the bid that is scheduled on the auction; null without one. */
  scheduled_max: z.nullable(z.number()),
})
export type WireBidRequest = z.infer<typeof WireBidRequest>

export const BID_REQUEST = {
  /** A request ends so long before the close of its auction. */
  endsBeforeMs: 30_000,
  /** That wait at once, of one account. */
  maxOpen: 20,
  /** That one token makes for one auction, one after the other. */
  maxPerAuction: 5,
  /** How many are listed, latest first. */
  listed: 100,
} as const
