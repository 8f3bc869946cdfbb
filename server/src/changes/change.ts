import * as z from 'zod/mini'

const id = z.int()

/**
 * A change in the database, announced to all processes. It names the changed record, and receivers read the record
 * again. `auctionId` is the id of the tracked auction.
 */
export const Change = z.discriminatedUnion('what', [
  z.object({ what: z.literal('listing'), listingId: id }),
  z.object({ what: z.literal('auction'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('auction_removed'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('bid'), accountId: id, bidId: id }),
  /** Bidding was paused or resumed. A null account means all accounts. */
  z.object({ what: z.literal('pause'), accountId: z.nullable(id) }),
  z.object({ what: z.literal('connection'), accountId: id }),
  /** A notification was added or read. */
  z.object({ what: z.literal('notification'), accountId: id }),
  /** Something waits to be sent to a user. */
  z.object({ what: z.literal('delivery') }),
  /** The account's trial, plan, subscription or invoices have changed. */
  z.object({ what: z.literal('plan'), accountId: id }),
  z.object({ what: z.literal('session'), sessionId: z.uuid() }),
])
export type Change = z.infer<typeof Change>

/** The NOTIFY channel. */
export const CHANNEL = 'changes'
