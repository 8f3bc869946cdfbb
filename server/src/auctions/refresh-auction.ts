import { messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import { type AuctionRecord, findAuction } from './auction-queries.ts'
import { getFreshListing } from './listings/get-fresh-listing.ts'
import type { ReadDeps } from './listings/sync-listing.ts'

const MAX_AGE_MS = 2_000

/** Reads a tracked auction from the site, unless it was read a moment ago. */
export async function refreshAuction(deps: ReadDeps, accountId: number, id: number): Promise<AuctionRecord> {
  const before = await requireAuction()
  await getFreshListing(deps, { by: 'user', accountId }, before.auction_id, MAX_AGE_MS)
  return requireAuction()

  async function requireAuction() {
    const auction = await findAuction(deps.db, accountId, id)
    if (!auction) throw new AppError('not_found', messages.auction.notFound)
    return auction
  }
}
