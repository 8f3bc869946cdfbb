import { BID, dollarsFromCents, messages, type ScrapedAuction } from '@bidwell/contract'
import { siteNow } from '../marketplace/site-time.ts'
import { fieldError } from '../platform/errors.ts'
import { getFreshListing } from './listings/get-fresh-listing.ts'
import { requireOpen } from './listings/listing-queries.ts'
import type { ReadDeps } from './listings/sync-listing.ts'

/** A reading this recent need not be repeated. */
const MAX_AGE_MS = 2_000

/** Reads an item by its link or number. Only links to the site's own hosts are accepted. */
export async function scrapeAuction(deps: ReadDeps, accountId: number, reference: string): Promise<ScrapedAuction> {
  const auctionId = deps.marketplace.parseItemReference(reference)
  if (auctionId === null) throw fieldError('url', messages.auction.badReference(deps.marketplace.siteName))
  const listing = await getFreshListing(deps, { by: 'user', accountId }, auctionId, MAX_AGE_MS)
  requireOpen(listing, deps.marketplace.siteName, await siteNow(deps.db, deps.marketplace.id, deps.clock))
  return {
    auction_id: listing.auction_id,
    title: listing.title,
    current_bid: dollarsFromCents(listing.current_price_cents),
    minimum_bid: dollarsFromCents(listing.minimum_bid_cents),
    bid_increment: dollarsFromCents(listing.bid_increment_cents),
    end_time: listing.ends_at.toISOString(),
    status: 'active',
    bid_count: listing.bid_count,
    seller: listing.seller,
    shipping_cost: listing.shipping_cents === null ? null : dollarsFromCents(listing.shipping_cents),
    item_condition: listing.item_condition,
    category: listing.category,
    description: listing.description,
    image_urls: listing.image_urls,
    bid_timing_preference: BID.defaultTimingPreference,
  }
}
