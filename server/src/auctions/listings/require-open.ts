import { messages } from '@bidwell/contract'
import type { ListingRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

/** Throws `not_found` or `auction_over` unless the auction takes bids. `siteNow` is epoch ms on the site's clock. */
export function requireOpen(listing: ListingRow, siteName: string, siteNow: number): void {
  if (listing.closed_reason === 'withdrawn') {
    throw new AppError('not_found', messages.auction.notFoundAtSite(siteName, listing.auction_id))
  }
  if (listing.closed_at || listing.ends_at.getTime() <= siteNow) {
    throw new AppError('auction_over', messages.auction.alreadyOver)
  }
}
