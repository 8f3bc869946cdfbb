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
} from '@bidwell/contract'
import { accountById } from '../accounts/account-queries.ts'
import type { Delivered } from '../platform/database/json-columns.ts'
import type { Db, ListingRow } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'
import { quoteOf, taxAndMarginOf } from './follow-costs.ts'
import { costsOfListing } from './listing-costs.ts'

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

/** Everything that the costs of an item follow from for an account, as it is stored now. */
export async function readCostInputs(
  db: Db,
  accountId: number,
  listingId: number,
  { allowanceCents, pickup, noHandling = false }: Pick<CostInputs, 'allowanceCents' | 'pickup' | 'noHandling'>,
): Promise<CostInputs> {
  const account = await accountById(db, accountId)
  const estimate =
    account.shipping_zip === null
      ? undefined
      : await db
          .selectFrom('shipping_estimates')
          .selectAll()
          .where('listing_id', '=', listingId)
          .where('zip', '=', account.shipping_zip)
          .executeTakeFirst()
  return { ...taxAndMarginOf(account), quote: estimate ? quoteOf(estimate) : null, allowanceCents, pickup, noHandling }
}

/**
 * The bid that a delivered price comes to. Throws `rule_broken`: without a quote for `allowance`, and for `allIn` when it covers no
 * bid. The caller holds the locks of the account and of the listing, so that no cost changes meanwhile.
 */
export async function readDelivered(
  db: Db,
  accountId: number,
  listing: ListingRow,
  wish: Wish,
): Promise<{ maxBidCents: number; delivered: Delivered }> {
  const inputs = await readCostInputs(db, accountId, listing.id, wish)
  const costs = decideCosts(inputs, costsOfListing(listing))
  if (!costs) throw fieldError('allowance', messages.delivered.noQuote)
  const maxBidCents = largestBidCents(wish.allInCents, costs)
  if (maxBidCents === 0)
    throw fieldError('allIn', messages.delivered.coversNoBid(formatCents(deliveredCentsOf(0, costs))))
  const basis = { ...inputs, ...costs, isForOtherZip: false, lowered: null }
  return { maxBidCents, delivered: { allInCents: wish.allInCents, basis } }
}
