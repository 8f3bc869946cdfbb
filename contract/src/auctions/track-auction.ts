import * as z from 'zod/mini'

/**
 * The body of `POST /auctions`: an item as `POST /scrape-auction` has answered it. What the site says of the item counts
 * in place of what stands here.
 */
export const NewAuction = z.strictObject({
  auction_id: z.string().check(z.regex(/^[0-9]{6,18}$/, 'auction_id must be 6 or more digits')),
  title: z.optional(z.string().check(z.maxLength(500))),
  current_bid: z.optional(z.number()),
  /** The maximum that the user plans, dollars. No bid follows from it: the bid form offers it. */
  max_bid: z.optional(z.nullable(z.number())),
  minimum_bid: z.optional(z.number()),
  bid_increment: z.optional(z.number()),
  end_time: z.optional(z.iso.datetime()),
  status: z.optional(z.literal('active')),
  bid_count: z.optional(z.int()),
  seller: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  shipping_cost: z.optional(z.nullable(z.number())),
  item_condition: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  category: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  description: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
  image_urls: z.optional(z.array(z.string().check(z.maxLength(2_048))).check(z.maxLength(100))),
  bid_timing_preference: z.optional(
    z.string().check(z.regex(/^[0-9]{1,3}$/, 'bid_timing_preference must be whole seconds')),
  ),
})
export type NewAuction = z.infer<typeof NewAuction>

/** The reply to `POST /scrape-auction`: an item with everything that a person checks before bidding. */
export const ScrapedAuction = z.object({
  auction_id: z.string(),
  title: z.string(),
  current_bid: z.number(),
  minimum_bid: z.number(),
  bid_increment: z.number(),
  end_time: z.iso.datetime(),
  status: z.literal('active'),
  bid_count: z.int(),
  seller: z.nullable(z.string()),
  shipping_cost: z.nullable(z.number()),
  item_condition: z.nullable(z.string()),
  category: z.nullable(z.string()),
  description: z.nullable(z.string()),
  image_urls: z.array(z.string()),
  bid_timing_preference: z.string(),
})
export type ScrapedAuction = z.infer<typeof ScrapedAuction>
