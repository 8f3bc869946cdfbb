import { type Auction, formatCents } from '@bidwell/contract'
import { centsOf, formatDollars } from '../../ui/money.ts'

/** The distance from the price to the maximum, dollars: `$57.50 of room`. */
export function headroom(auction: Pick<Auction, 'currentBid'>, max: number): string {
  const cents = centsOf(max) - centsOf(auction.currentBid)
  if (cents === 0) return 'at the price'
  return cents > 0 ? `${formatCents(cents)} of room` : `${formatCents(-cents)} over`
}

/** The same for a narrow column: `$57.50 room`. */
export function shortHeadroom(auction: Pick<Auction, 'currentBid'>, max: number): string {
  const cents = centsOf(max) - centsOf(auction.currentBid)
  return cents < 0 ? `${formatCents(-cents)} over` : `${formatCents(cents)} room`
}

export function bidsText(count: number): string {
  if (count === 0) return 'no bids'
  return count === 1 ? '1 bid' : `${count} bids`
}

/** Shipping and handling as the site states them; unstated shipping depends on the address. */
export function shippingText(item: Pick<Auction, 'shippingCost' | 'handlingCost' | 'pickupOnly'>): string {
  if (item.pickupOnly) return 'Pick-up only'
  const shipping =
    item.shippingCost === null ? 'Shipping depends on your address' : `Shipping ${formatDollars(item.shippingCost)}`
  return item.handlingCost > 0 ? `${shipping}, plus ${formatDollars(item.handlingCost)} handling` : shipping
}
