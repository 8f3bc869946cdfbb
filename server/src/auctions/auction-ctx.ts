import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'

/** What removes auctions: their bids are of a room above. */
export type AuctionCtx = Ctx & {
  /** Cancels the pending snipe on a tracked auction, if any. Throws if it can no longer be cancelled. */
  cancelBidOn: (acting: Acting, auctionId: number) => Promise<void>
}
