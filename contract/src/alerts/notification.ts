import * as z from 'zod/mini'

/** What happened to the user's bids, auctions, site login, account or plan. `messages.notification` has its sentences. */
export const WireNotification = z.object({
  id: z.int(),
  /** One of `messages.notification.KINDS`, or a kind that this version does not know. */
  kind: z.string(),
  values: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
  read_at: z.nullable(z.iso.datetime()),
  /** Null for a notification that is not about a bid, and for a bid that was deleted from the history. */
  bid_id: z.nullable(z.int()),
  /** The auction that it is about. `tracked_auction_id` is null when the user tracks it no longer. */
  auction: z.nullable(
    z.object({
      auction_id: z.string(),
      tracked_auction_id: z.nullable(z.int()),
      title: z.string(),
      image_url: z.nullable(z.string()),
      item_url: z.string(),
    }),
  ),
})
export type WireNotification = z.infer<typeof WireNotification>
