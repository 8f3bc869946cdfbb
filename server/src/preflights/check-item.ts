import { findListing } from '../auctions/listing-queries.ts'
import type { ReadDeps } from '../auctions/read-item.ts'
import { readListing } from '../auctions/read-listing.ts'
import type { ListingRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedItem } from './decide-preflight.ts'

/** A reading this young is as good as another. */
const FRESH_FOR_MS = 30_000

/** Reads a bid's item, or says what was last known of it; null when the site's budget has no room now. */
export async function checkItem(deps: ReadDeps, auctionId: string): Promise<CheckedItem | null> {
  try {
    return present(await readListing(deps, auctionId, FRESH_FOR_MS), { kind: 'seen' })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'rate_limited') return null
    const known = await findListing(deps.db, deps.marketplace.id, auctionId)
    if (!known) throw error
    const missing = error.code === 'not_found'
    return present(known, missing ? { kind: 'missing', times: known.check_failures } : { kind: 'unreachable' })
  }
}

const present = (listing: ListingRow, look: CheckedItem['look']): CheckedItem => ({
  endsAt: listing.ends_at.getTime(),
  closed: listing.closed_reason,
  priceCents: listing.current_price_cents,
  nextBidCents: listing.minimum_bid_cents,
  look,
})
