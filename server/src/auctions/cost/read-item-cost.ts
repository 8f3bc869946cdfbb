import { type ItemCost, messages } from '@bidwell/contract'
import { findListing } from '../listings/listing-queries.ts'
import type { ReadDeps } from '../listings/sync-listing.ts'
import { accountById } from '../../platform/database/account-rows.ts'
import { AppError } from '../../platform/errors.ts'
import { findItemCosts } from './find-item-costs.ts'
import { askForShipping } from './ask-for-shipping.ts'

/**
 * What an item costs besides its price. The site is asked at most once a week for each item and ZIP code, and only
 * where the shipping depends on the address. Throws `not_found` for an item that was never read.
 */
export async function readItemCost(deps: ReadDeps, accountId: number, auctionId: string): Promise<ItemCost> {
  const listing = await findListing(deps.db, deps.marketplace.id, auctionId)
  if (!listing) throw new AppError('not_found', messages.auction.notFound)
  const { shipping_zip: zip } = await accountById(deps.db, accountId)
  if (zip !== null && !listing.pickup_only && listing.shipping_cents === null) {
    await askForShipping(deps, accountId, listing, zip)
  }
  const cost = (await findItemCosts(deps, accountId, [auctionId])).get(auctionId)
  if (!cost) throw new AppError('not_found', messages.auction.notFound)
  return cost
}
