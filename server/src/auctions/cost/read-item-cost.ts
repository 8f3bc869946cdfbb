import { type ItemCostForBid, messages } from '@bidwell/contract'
import { presentItemDelivered } from '../../bids/delivered-price/present-delivered.ts'
import { costInputsOf, findQuote, readWish, type TypedWish } from '../../bids/delivered-price/read-delivered.ts'
import type { Ctx } from '../../context/ctx.ts'
import { accountById } from '../../identity/accounts/account-queries.ts'
import { AppError } from '../../platform/errors.ts'
import { getFreshListing } from '../listings/get-fresh-listing.ts'
import { findListing } from '../listings/listing-queries.ts'
import { askForShipping, QUOTE_MAX_AGE_MS } from './ask-for-shipping.ts'
import { findItemCosts } from './find-item-costs.ts'

/** An item that the account has not tracked was mostly read a moment ago, to be added. */
const MAX_AGE_MS = 5 * 60_000

/**
 * What an item costs besides its price, and the largest bid for a delivered price. The site is asked at most once a week for
 * each item and ZIP code, or once a day for a delivered price, and only where the shipping depends on the address. An item that the account has never tracked is read like one that nobody does, so
 * that no answer shows what others watch. Throws `not_found` for an item that the site does not have, and `rate_limited` when the account's share
 * of the read budget is used up and no quote is kept that a delivered price could be reckoned with.
 */
export async function readItemCost(
  ctx: Ctx,
  accountId: number,
  auctionId: string,
  asked: TypedWish = {},
): Promise<ItemCostForBid> {
  const wish = readWish(asked)
  const { db, marketplace } = ctx
  const stored = await findListing(db, marketplace.id, auctionId)
  const tracked = await db
    .selectFrom('tracked_auctions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('listing_id', '=', stored?.id ?? 0)
    .executeTakeFirst()
  const listing =
    tracked && stored ? stored : await getFreshListing(ctx, { by: 'user', accountId }, auctionId, MAX_AGE_MS)
  if (!tracked && listing.closed_reason === 'withdrawn') {
    throw new AppError('not_found', messages.auction.notFoundAtSite(marketplace.siteName, auctionId))
  }
  const account = await accountById(ctx.db, accountId)
  const { shipping_zip: zip } = account
  let notAsked: Awaited<ReturnType<typeof askForShipping>> = null
  if (zip !== null && !listing.pickup_only && !wish?.pickup && listing.shipping_cents === null) {
    const maxAgeMs = QUOTE_MAX_AGE_MS[wish ? 'ofDelivered' : 'ofOther']
    const freshSince = ctx.clock.now() - maxAgeMs
    notAsked = await askForShipping(ctx, { by: 'user', accountId }, listing, { zip, freshSince })
  }
  const cost = (await findItemCosts(ctx, accountId, [auctionId])).get(auctionId)
  if (!cost) throw new AppError('not_found', messages.auction.notFound)
  const quote = await findQuote(db, account, listing.id)
  const inputs = costInputsOf(account, quote, wish ?? { allowanceCents: null, pickup: false })
  const delivered = presentItemDelivered(inputs, listing, wish)
  const isTooEarly = notAsked instanceof AppError && notAsked.code === 'rate_limited'
  if (wish && isTooEarly && delivered === null) throw notAsked
  return { ...cost, delivered }
}
