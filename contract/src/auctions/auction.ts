import * as z from 'zod/mini'

/** How an auction was closed, according to the site. */
export const ClosedBecause = z.enum(['ended', 'ended_early', 'withdrawn'])
export type ClosedBecause = z.infer<typeof ClosedBecause>

export const AuctionStatus = z.enum(['active', 'won', 'lost', 'outbid'])
export type AuctionStatus = z.infer<typeof AuctionStatus>

/** A price change. */
export const PricePoint = z.object({ at: z.iso.datetime(), price: z.number(), bid_count: z.int() })
export type PricePoint = z.infer<typeof PricePoint>

/**
 * A tracked auction as a server sends it. Money is dollars; instants are ISO-8601 in UTC. The fields that may be missing
 * have an older name, or a value that follows from the others: `completeAuction` fills them in.
 */
export const WireAuction = z
  .object({
    id: z.int(),
    auction_id: z.string(),
    user_id: z.int(),
    title: z.string(),
    current_bid: z.number(),
    /** The maximum of the user's latest snipe on this auction; before the first one, the maximum that they plan. */
    max_bid: z.nullable(z.number()),
    /** When it ends by the site's announcement, or when it closed where that was earlier: withdrawn, or ended early. */
    end_time: z.optional(z.iso.datetime()),
    /** An older name of `end_time`. */
    ends_on: z.optional(z.iso.datetime()),
    /** `end_time` in the site's time zone: `Nov 20, 2026, 6:42:17 PM PST`. */
    end_time_pt: z.string(),
    /** The end is in the hour that occurs twice when daylight saving time ends; `end_time` is the earlier instant. */
    end_time_ambiguous: z.boolean(),
    status: AuctionStatus,
    bid_count: z.int(),
    seller: z.nullable(z.string()),
    /** Null when the site calculates it per address. It never means free. */
    shipping_cost: z.nullable(z.number()),
    handling_cost: z.number(),
    pickup_only: z.boolean(),
    item_condition: z.nullable(z.string()),
    category: z.nullable(z.string()),
    description: z.nullable(z.string()),
    image_urls: z.optional(z.array(z.string())),
    /** An older form of `image_urls`. */
    image_url: z.optional(z.string()),
    bid_timing_preference: z.string(),
    bid_increment: z.optional(z.number()),
    /** The next acceptable bid. */
    minimum_bid: z.optional(z.number()),
    /** The item's page at the site. */
    item_url: z.string(),
    /** Oldest first. */
    price_history: z.array(PricePoint),
    /** How the auction was closed, according to the site; null while it is open. */
    closed_because: z.nullable(ClosedBecause),
    /** Why the last read from the site failed; null when it succeeded. */
    check_error: z.nullable(z.string()),
    /** Until then only urgent alerts of it go out; null: all do. It may have passed. */
    alerts_muted_until: z.nullable(z.iso.datetime()),
    /** What the user has noted of it; empty for nothing. */
    note: z.string(),
    /** The user's, in the order in which they were added. */
    labels: z.array(z.string()),
    last_checked_at: z.optional(z.iso.datetime()),
    /** An older name of `last_checked_at`. */
    last_updated: z.optional(z.iso.datetime()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .check(z.refine((auction) => auction.end_time !== undefined || auction.ends_on !== undefined, 'end_time is missing'))
export type WireAuction = z.infer<typeof WireAuction>

/** A tracked auction with every field that a reader needs. */
export type CompleteAuction = {
  [Field in Exclude<keyof WireAuction, 'ends_on' | 'image_url' | 'last_updated'>]-?: Exclude<
    WireAuction[Field],
    undefined
  >
}
