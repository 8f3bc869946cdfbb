import { dollarsFromCents, type ItemCost, messages } from '@bidwell/contract'
import { findListing } from '../listings/listing-queries.ts'
import type { ReadDeps } from '../listings/sync-listing.ts'
import { accountById } from '../../platform/database/account-rows.ts'
import { AppError } from '../../platform/errors.ts'
import { getShippingEstimate } from './get-shipping-estimate.ts'

/**
 * What an item costs besides its price. The site is asked at most once for each item and ZIP code, and only where the
 * shipping depends on the address. Throws `not_found` for an item that was never read.
 */
export async function readItemCost(deps: ReadDeps, accountId: number, auctionId: string): Promise<ItemCost> {
  const listing = await findListing(deps.db, deps.marketplace.id, auctionId)
  if (!listing) throw new AppError('not_found', messages.auction.notFound)
  const handling_cost = dollarsFromCents(listing.handling_cents)
  const unknown = { handling_cost, shipping_cost: null, zip: null }
  if (listing.pickup_only) return { ...unknown, basis: 'pickup' }
  if (listing.shipping_cents !== null) {
    return { ...unknown, basis: 'stated', shipping_cost: dollarsFromCents(listing.shipping_cents) }
  }
  const { shipping_zip: zip } = await accountById(deps.db, accountId)
  if (zip === null) return { ...unknown, basis: 'no_zip' }
  const estimate = await getShippingEstimate(deps, accountId, listing, zip)
  if (estimate === 'failed') return { ...unknown, zip, basis: 'failed' }
  const { shippingCents, handlingCents } = estimate
  return {
    basis: shippingCents === null ? 'not_told' : 'estimated',
    handling_cost: handlingCents === null ? handling_cost : dollarsFromCents(handlingCents),
    shipping_cost: shippingCents === null ? null : dollarsFromCents(shippingCents),
    zip,
  }
}
