import {
  allowanceFault,
  centsFromDollars,
  type CostInputs,
  decideCosts,
  deliveredCentsOf,
  deliveredFault,
  formatCents,
  largestBidCents,
  messages,
  type Quote,
} from '@bidwell/contract'
import type { Delivered } from '../../platform/database/json-columns.ts'
import type { AccountRow, Db } from '../../platform/database/tables.ts'
import { fieldError } from '../../platform/errors.ts'
import { quoteOf, type TaxAndMargin, taxAndMarginOf } from './follow-costs.ts'
import { type CostColumns, costsOfListing } from './listing-costs.ts'

/** What the user says of a delivered price. Integer cents. */
export type Wish = { allInCents: number; allowanceCents: number | null; pickup: boolean; noHandling: boolean }

export type TypedWish = {
  allIn?: number | null | undefined
  allowance?: number | undefined
  pickup?: boolean | undefined
  noHandling?: boolean | undefined
}

/** Converts a delivered price to cents; null without one. Throws `rule_broken`, naming the field. */
export function readWish({ allIn, allowance, pickup = false, noHandling = false }: TypedWish): Wish | null {
  if (allIn === undefined || allIn === null) {
    if (allowance === undefined && !pickup && !noHandling) return null
    throw fieldError('allIn', messages.delivered.onlyWithDelivered)
  }
  const [fault, allowanceWrong] = [deliveredFault(allIn), allowance === undefined ? null : allowanceFault(allowance)]
  if (fault !== null) throw fieldError('allIn', fault)
  if (allowanceWrong !== null) throw fieldError('allowance', allowanceWrong)
  const allowanceCents = allowance === undefined ? null : centsFromDollars(allowance)
  return { allInCents: centsFromDollars(allIn) ?? 0, allowanceCents, pickup, noHandling }
}

/** What the site asks for shipping an item to the account's ZIP code; null while it is not known. */
export async function findQuote(
  db: Db,
  { shipping_zip }: Pick<AccountRow, 'shipping_zip'>,
  listingId: number,
): Promise<Quote | null> {
  if (shipping_zip === null) return null
  const estimate = await db
    .selectFrom('shipping_estimates')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('zip', '=', shipping_zip)
    .executeTakeFirst()
  return estimate ? quoteOf(estimate) : null
}

/** Everything that the costs of an item follow from for an account. */
export const costInputsOf = (
  account: TaxAndMargin,
  quote: Quote | null,
  { allowanceCents, pickup, noHandling = false }: Pick<CostInputs, 'allowanceCents' | 'pickup' | 'noHandling'>,
): CostInputs => ({ ...taxAndMarginOf(account), quote, allowanceCents, pickup, noHandling })

/**
 * The bid that a delivered price comes to. Throws `rule_broken`: without a quote for `allowance`, and for `allIn` when it covers no
 * bid.
 */
export function reckonDelivered(
  inputs: CostInputs,
  listing: CostColumns,
  allInCents: number,
): { maxBidCents: number; delivered: Delivered } {
  const costs = decideCosts(inputs, costsOfListing(listing))
  if (!costs) throw fieldError('allowance', messages.delivered.noQuote)
  const maxBidCents = largestBidCents(allInCents, costs)
  if (maxBidCents === 0)
    throw fieldError('allIn', messages.delivered.coversNoBid(formatCents(deliveredCentsOf(0, costs))))
  return { maxBidCents, delivered: { allInCents, basis: { ...inputs, ...costs, isForOtherZip: false, lowered: null } } }
}
