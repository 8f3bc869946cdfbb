import { messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import { type AuctionRecord, findAuction } from './auction-queries.ts'
import type { ReadDeps } from './read-item.ts'
import { readListing } from './read-listing.ts'

const FRESH_FOR_MS = 2_000

/** Reads a tracked auction from the site now, unless that was done a moment ago. */
export async function refreshAuction(deps: ReadDeps, accountId: number, id: number): Promise<AuctionRecord> {
  const before = await requireAuction()
  await readListing(deps, before.auction_id, FRESH_FOR_MS)
  return requireAuction()

  async function requireAuction() {
    const auction = await findAuction(deps.db, accountId, id)
    if (!auction) throw new AppError('not_found', messages.auction.notFound)
    return auction
  }
}
