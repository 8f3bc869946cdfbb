import { askForShipping } from '../auctions/cost/ask-for-shipping.ts'
import { QUOTE_CHECKPOINTS_MS } from '../bids/preflight-due.ts'
import type { Ctx } from '../context/ctx.ts'
import type { ClaimedPreflight } from './claim-preflights.ts'

/**
 * Has the site quote the shipping again for a bid with a delivered price, once after each checkpoint for quotes. Storing a dearer
 * quote lowers the bid. Without an answer, the quote that is kept stays. `now` is epoch ms on the site's clock.
 */
export async function rereadQuote(ctx: Ctx, { bidId, fireAt }: ClaimedPreflight, now: number): Promise<void> {
  const bid = await ctx.db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['l.id', 'l.auction_id', 'l.closed_at', 'a.shipping_zip as zip', 'b.cost_basis as basis'])
    .where('b.id', '=', bidId)
    .where('b.all_in_cents', 'is not', null)
    .where('b.status', '=', 'pending')
    .where('l.shipping_cents', 'is', null)
    .where('l.pickup_only', '=', false)
    .executeTakeFirst()
  if (!bid?.basis || bid.zip === null || bid.basis.pickup) return
  const freshSince = freshQuoteSince(fireAt.getTime(), now)
  const isFresh = bid.basis.quote !== null && !bid.basis.isForOtherZip && bid.basis.quote.at >= freshSince
  if (!isFresh) await askForShipping(ctx, { by: 'refresh' }, bid, { zip: bid.zip, freshSince })
}

/** The last checkpoint for quotes that a bid has passed; before the first one, any quote will do. Epoch ms. */
const freshQuoteSince = (fireAt: number, now: number): number =>
  Math.max(0, ...QUOTE_CHECKPOINTS_MS.map((beforeMs) => fireAt - beforeMs).filter((at) => at <= now))
