import * as z from 'zod/mini'

/** An open auction that the user watches or bids on at the site itself. Money is dollars. */
export const WatchedAtSite = z.object({
  /** The site's item number. */
  auction_id: z.string(),
  item_url: z.string(),
  /** The user's own maximum at the site, made there or by Bidwell; null where there is none. */
  own_max: z.nullable(z.number()),
  /** A maximum that the user's note at the site names for programs, such as `{"max_bid": 10.5}`. Nothing is bid by it. */
  wished_max: z.nullable(z.number()),
  /** The user's note at the site, which is plain text; '' for none. */
  note: z.string(),
  is_tracked: z.boolean(),
})
export type WatchedAtSite = z.infer<typeof WatchedAtSite>

/** What the user watches at the site, as it was read last. */
export const SiteLists = z.object({
  /** Null when they were not read within the last day. */
  read_at: z.nullable(z.iso.datetime()),
  /** Why the last reading did not succeed: no login that the site takes, or the site; null when it did. */
  failure: z.nullable(z.enum(['login', 'site'])),
  /** The user has asked for a reading, which is not done yet. */
  is_asked: z.boolean(),
  auctions: z.array(WatchedAtSite),
})
export type SiteLists = z.infer<typeof SiteLists>

/** An account may ask for a reading so often, in ms. */
export const SITE_LISTS_ASK_EVERY_MS = 60_000
