import {
  type CostInputs,
  decideCosts,
  type DecidedCosts,
  type DeliveredPrice,
  deliveredCentsOf,
  dollarsFromCents,
  dollarsOrNull,
  type ItemDelivered,
  largestBidCents,
  taxCentsOf,
} from '@bidwell/contract'
import type { Delivered } from '../../platform/database/json-columns.ts'
import type { ListingRow } from '../../platform/database/tables.ts'
import { costsOfListing } from './listing-costs.ts'
import type { Wish } from './read-delivered.ts'

/** What an item costs with the account's tax and margin; null while a part of it is not known. */
export function presentItemDelivered(inputs: CostInputs, listing: ListingRow, wish: Wish | null): ItemDelivered | null {
  const costs = decideCosts(inputs, costsOfListing(listing))
  if (!costs) return null
  const maxBidCents = wish ? largestBidCents(wish.allInCents, costs) : 0
  return { ...presentCosts(inputs, costs), max_bid: maxBidCents === 0 ? null : dollarsFromCents(maxBidCents) }
}

/** How the maximum of a bid follows from its delivered price. */
export function presentDelivered({ allInCents, basis }: Delivered, maxBidCents: number): DeliveredPrice {
  const largestCents = largestBidCents(allInCents, basis)
  return {
    all_in: dollarsFromCents(allInCents),
    ...presentCosts(basis, basis),
    tax: dollarsFromCents(taxCentsOf(maxBidCents, basis)),
    total: dollarsFromCents(deliveredCentsOf(maxBidCents, basis)),
    is_for_other_zip: basis.isForOtherZip,
    allowance: dollarsOrNull(basis.allowanceCents),
    pickup: basis.pickup,
    // Bids of before have none.
    no_handling: basis.noHandling ?? false,
    raise_to: largestCents > maxBidCents ? dollarsFromCents(largestCents) : null,
  }
}

const presentCosts = ({ quote, marginPercent }: CostInputs, costs: DecidedCosts) => ({
  shipping: dollarsFromCents(costs.shippingCents),
  handling: dollarsFromCents(costs.handlingCents),
  source: costs.source,
  quoted_at: costs.source === 'quote' && quote ? new Date(quote.at).toISOString() : null,
  margin_percent: costs.source === 'quote' ? marginPercent : 0,
  tax_percent: costs.taxMillionths / 10_000,
  tax_on: costs.taxOn,
})
