import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { AppError } from '../platform/errors.ts'
import { type AuctionRecord, findAuction } from './auction-queries.ts'
import { getFreshListing } from './listings/get-fresh-listing.ts'

const MAX_AGE_MS = 2_000

/** Reads a tracked auction from the site, unless it was read a moment ago. */
export async function refreshAuction(ctx: Ctx, accountId: number, id: number): Promise<AuctionRecord> {
  const before = await requireAuction()
  await getFreshListing(ctx, { by: 'user', accountId }, before.auction_id, MAX_AGE_MS)
  return requireAuction()

  async function requireAuction() {
    const auction = await findAuction(ctx.db, accountId, id)
    if (!auction) throw new AppError('not_found', messages.auction.notFound)
    return auction
  }
}
