import * as z from 'zod/mini'
import { ItemDelivered } from '../bids/delivered-price.ts'
import { centsFromDollars } from '../money.ts'

/**
 * How the shipping of an item is known. `stated`: the seller asks one amount. `estimated`: by the site's calculator, for
 * the user's ZIP code. `no_zip`: it depends on the address, and the user has given none. `not_told`: the calculator gave no
 * amount. `failed`: the calculator could not be asked now.
 */
const ShippingBasis = z.enum(['stated', 'estimated', 'pickup', 'no_zip', 'not_told', 'failed'])

/** What an item costs besides its price, dollars. */
export const ItemCost = z.object({
  basis: ShippingBasis,
  /** Null when the site does not show it. */
  handling_cost: z.nullable(z.number()),
  /** Null unless it is stated or estimated. */
  shipping_cost: z.nullable(z.number()),
  /** The ZIP code of the estimate. */
  zip: z.nullable(z.string()),
})
export type ItemCost = z.infer<typeof ItemCost>

/** The same for a bid that may be set by its delivered price: with the account's tax and margin; null while a part is not known. */
export const ItemCostForBid = z.extend(ItemCost, { delivered: z.nullable(ItemDelivered) })
export type ItemCostForBid = z.infer<typeof ItemCostForBid>

/** Whether a text is a ZIP code of five digits. */
export const isZip = (text: string): boolean => /^[0-9]{5}$/.test(text)

/** What a won item costs in all, before tax, in cents. `totalCents` is null while a part is not known. */
export function costIfWon(priceCents: number, cost: ItemCost) {
  const handlingCents = cost.handling_cost === null ? null : centsFromDollars(cost.handling_cost)
  const shippingCents = cost.shipping_cost === null ? null : centsFromDollars(cost.shipping_cost)
  const isWhole = handlingCents !== null && (cost.basis === 'pickup' || shippingCents !== null)
  const totalCents = isWhole ? priceCents + handlingCents + (shippingCents ?? 0) : null
  return { priceCents, handlingCents, shippingCents, totalCents, isEstimate: cost.basis === 'estimated' }
}
