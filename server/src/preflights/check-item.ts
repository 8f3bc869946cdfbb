import { getFreshListing } from '../auctions/listings/get-fresh-listing.ts'
import { findListing } from '../auctions/listings/listing-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import type { ListingRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedItem } from './decide-preflight.ts'

/** A more recent reading is not repeated. */
const FRESH_FOR_MS = 30_000

/** Reads a bid's item, or answers its last known state. Null when the site's budget allows no read now. */
export async function checkItem(ctx: Ctx, auctionId: string): Promise<CheckedItem | null> {
  try {
    return present(await getFreshListing(ctx, { by: 'refresh' }, auctionId, FRESH_FOR_MS), { kind: 'read' })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'rate_limited') return null
    const known = await findListing(ctx.db, ctx.marketplace.id, auctionId)
    if (!known) throw error
    const missing = error.code === 'not_found'
    const now = ctx.clock.now()
    const forMs = now - (known.missing_since?.getTime() ?? now)
    return present(known, missing ? { kind: 'missing', forMs } : { kind: 'unreachable' })
  }
}

const present = (listing: ListingRow, reading: CheckedItem['reading']): CheckedItem => ({
  endsAt: listing.ends_at.getTime(),
  closed: listing.closed_reason,
  priceCents: listing.current_price_cents,
  nextBidCents: listing.minimum_bid_cents,
  reading,
})
