import { BID, dollarsFromCents, messages, type ScrapedAuction } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { fieldError } from '../platform/errors.ts'
import { getFreshListing } from './listings/get-fresh-listing.ts'
import { requireOpen } from './listings/listing-queries.ts'

/** A reading this recent need not be repeated. */
const MAX_AGE_MS = 2_000

/** Reads an item by its link or number. Only links to the site's own hosts are accepted. */
export async function scrapeAuction(ctx: Ctx, accountId: number, reference: string): Promise<ScrapedAuction> {
  const auctionId = ctx.marketplace.parseItemReference(reference)
  if (auctionId === null) throw fieldError('url', messages.auction.badReference(ctx.marketplace.siteName))
  const listing = await getFreshListing(ctx, { by: 'user', accountId }, auctionId, MAX_AGE_MS)
  requireOpen(listing, ctx.marketplace.siteName, await siteNow(ctx.db, ctx.marketplace.id, ctx.clock))
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
