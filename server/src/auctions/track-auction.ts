import { amountFault, BID, centsFromDollars, type NewAuction } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { requireAuctionLeft } from '../plans/require-within-limits.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { fieldError } from '../platform/errors.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { type AuctionRecord, findTrackedAuction, getAuction } from './auction-queries.ts'
import { getFreshListing } from './listings/get-fresh-listing.ts'
import { requireOpen } from './listings/listing-queries.ts'
import { setNextCheckDue } from './listings/set-next-check-due.ts'

/** A user who tracks an auction has usually just looked it up, so that reading is reused. */
const MAX_AGE_MS = 30_000

type Tracked = { auction: AuctionRecord; alreadyTracked: boolean }

/**
 * Tracks an auction, once per account: a tracked auction is returned as it is, and a removed one is restored under its
 * previous id. Price, title and end are read from the site, never taken from the client: a listing is shared by all who
 * track it, and its end decides when their bids are sent. Throws `plan_limit_reached` when the plan allows no further
 * auction, and `rule_broken` for a planned maximum that is no amount.
 */
export async function trackAuction(ctx: Ctx, acting: Acting, input: NewAuction): Promise<Tracked> {
  const { db, clock, marketplace, plans } = ctx
  const { accountId } = acting
  const wantedMaxCents = wantedMaxOf(input)
  const tracked = await findTrackedAuction(db, accountId, marketplace.id, input.auction_id)
  if (tracked) return { auction: tracked, alreadyTracked: true }

  const listing = await getFreshListing(ctx, { by: 'user', accountId }, input.auction_id, MAX_AGE_MS)
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  requireOpen(listing, marketplace.siteName, instants.siteNow)

  const now = new Date(instants.now)
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    // A concurrent request of the same user may have tracked it first.
    const tracked = await findTrackedAuction(tx, accountId, marketplace.id, input.auction_id)
    if (tracked) return { auction: tracked, alreadyTracked: true }
    await acting.inTransaction?.(tx)
    await requireAuctionLeft(tx, { plans, accountId, ...instants })
    const plan = {
      bid_timing_preference: input.bid_timing_preference ?? BID.defaultTimingPreference,
      wanted_max_cents: wantedMaxCents,
      updated_at: now,
    }
    const { id } = await tx
      .insertInto('tracked_auctions')
      .values({ account_id: accountId, listing_id: listing.id, ...plan, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'listing_id']).doUpdateSet({ removed_at: null, deleted_at: null, ...plan }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordProductEvent(tx, 'auction_added', accountId, instants.now)
    await setNextCheckDue(tx, listing.id, instants)
    await announceChange(tx, { what: 'auction', accountId, auctionId: id })
    return { auction: await getAuction(tx, accountId, id), alreadyTracked: false }
  })
}

/** Cents, or null for no plan: an amount of zero is what a form sends that asks for none. */
function wantedMaxOf({ max_bid: dollars }: NewAuction): number | null {
  if (dollars === undefined || dollars === null || dollars === 0) return null
  const fault = amountFault(dollars)
  if (fault !== null) throw fieldError('max_bid', fault)
  return centsFromDollars(dollars)
}
