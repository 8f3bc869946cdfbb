import * as z from 'zod/mini'

const id = z.int()

/**
 * What has changed, for whoever in any process keeps or shows it: names only, never the data, which is read afresh.
 * `auctionId` is the tracked auction's record.
 */
export const Change = z.discriminatedUnion('what', [
  z.object({ what: z.literal('listing'), listingId: id }),
  z.object({ what: z.literal('auction'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('auction_removed'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('bid'), accountId: id, bidId: id }),
  /** Bidding was paused or resumed; without an account, for everybody. */
  z.object({ what: z.literal('pause'), accountId: z.nullable(id) }),
  z.object({ what: z.literal('connection'), accountId: id }),
  z.object({ what: z.literal('session'), sessionId: z.uuid() }),
])
export type Change = z.infer<typeof Change>

/** The NOTIFY channel of all processes on one database. */
export const CHANNEL = 'changes'
