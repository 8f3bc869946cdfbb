import { messages } from '@bidwell/contract'
import { askForShipping, QUOTE_MAX_AGE_MS } from '../auctions/cost/ask-for-shipping.ts'
import { listingById } from '../auctions/listings/listing-queries.ts'
import { readWish, type TypedWish, type Wish } from '../bids/delivered-price/read-delivered.ts'
import type { Ctx } from '../context/ctx.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import { fieldError } from '../platform/errors.ts'
import { readAmount } from './bid-rules.ts'

/** What the owner of a bid has typed: its maximum, or its delivered price. Integer cents. */
export type Typed = { wish: null; maxBidCents: number; leavesDelivered: boolean } | { wish: Wish }

/** Throws `rule_broken` unless there is either a maximum or a delivered price, and each amount is one. */
export function readTyped({ maxBid, ...delivered }: TypedWish & { maxBid?: number | undefined }): Typed {
  const wish = readWish(delivered)
  if ((maxBid === undefined) === (wish === null)) throw fieldError('maxBid', messages.delivered.oneOfBoth)
  return wish ? { wish } : { wish, maxBidCents: readAmount(maxBid ?? 0), leavesDelivered: delivered.allIn === null }
}

/** Asks for a quote of the day, where a delivered price has shipping that depends on the address, and the account has given one. */
export async function refreshQuote(
  ctx: Ctx,
  { accountId }: { accountId: number },
  listingId: number,
  { wish }: Pick<Typed, 'wish'>,
): Promise<void> {
  if (!wish || wish.pickup) return
  const { shipping_zip: zip } = await accountById(ctx.db, accountId)
  const listing = await listingById(ctx.db, listingId)
  if (zip === null || listing.pickup_only || listing.shipping_cents !== null) return
  const freshSince = ctx.clock.now() - QUOTE_MAX_AGE_MS.ofDelivered
  await askForShipping(ctx, { by: 'user', accountId }, listing, { zip, freshSince })
}
