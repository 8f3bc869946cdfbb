import { BID, dollarsFromCents, messages, type ScrapedAuction } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import type { ReadDeps } from './read-item.ts'
import { readListing } from './read-listing.ts'
import { requireOpen } from './require-open.ts'
import { siteNow } from '../marketplace/site-time.ts'

/** A reading this young is what the site would say now. */
const FRESH_FOR_MS = 2_000

/** Reads an item by its link or number. Only a reference to the site's own hosts is ever followed. */
export async function scrapeAuction(deps: ReadDeps, reference: string): Promise<ScrapedAuction> {
  const auctionId = deps.marketplace.parseItemReference(reference)
  if (auctionId === null) {
    throw new AppError('rule_broken', messages.auction.badReference, {
      details: [{ path: 'url', message: messages.auction.badReference }],
    })
  }
  const listing = await readListing(deps, auctionId, FRESH_FOR_MS)
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
