import { messages } from '@bidwell/contract'
import { lockListing } from '../../auctions/listings/listing-queries.ts'
import { followKeptBid } from '../../bids/delivered-price/follow-costs.ts'
import { costInputsOf } from '../../bids/delivered-price/read-delivered.ts'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import { DUE_NOW } from '../../bids/preflight-due.ts'
import { requireConnection } from '../../connections/connection-queries.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { BidRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { findBid, lockBid } from '../bid-queries.ts'
import { judgeTerms } from '../judge-terms.ts'
import { readWorld } from '../read-world.ts'
import { conflict } from '../request-change.ts'

/**
 * Lets a restored bid be sent again, and answers its number. Keeping a kept bid changes nothing. Throws `not_found`, `conflict`,
 * `credentials_missing`, `session_revoked`, and what `judgeTerms` throws.
 */
export async function keepRestored(ctx: Ctx, caller: Caller, id: number): Promise<number> {
  const { accountId } = caller
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const found = await findBid(tx, accountId, id)
    if (!found) throw new AppError('not_found', messages.bid.notFound)
    // The quotes of its shipping are stored under this lock.
    const listing = await lockListing(tx, found.listing_id)
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    if (bid.status !== 'pending') throw conflict(bid, { kind: 'change' })
    if (bid.restored_from === null) return
    await requireConnection(tx, ctx.marketplace, accountId)
    const trackedAuctionId = bid.tracked_auction_id
    const world = await readWorld(tx, ctx, { caller, listing, trackedAuctionId, standing: bid, at })
    judgeTerms({}, world)
    // From its moment on it may have been sent by the installation that was backed up.
    // What the site showed stands in the bid with its log, and not in its row.
    if (at >= bid.fire_at.getTime() && !found.is_not_at_site)
      throw new AppError('conflict', messages.waiting.tryAgainSoon(ctx.marketplace.siteName))
    await markKept(tx, bid, at)
    // It is held to the costs of now, by which it may be cancelled. Restored bids are left alone, so it has to be kept by then.
    const { cost_basis } = bid
    if (cost_basis) await followKeptBid(tx, id, costInputsOf(world.account, world.quote, cost_basis), at)
  })
  return id
}

/** Lets engines claim a restored bid, whose row the caller has locked. `at` is epoch ms on the site's clock. */
export async function markKept(tx: Tx, bid: BidRow, at: number): Promise<void> {
  const { id } = bid
  await tx
    .updateTable('bids')
    .set((row) => ({
      restored_from: null,
      // The claim of an engine that only reads is void: the next claim may send.
      engine_id: null,
      fence: row('fence', '+', 1),
      preflight_due_at: DUE_NOW,
      updated_at: new Date(at),
    }))
    .where('id', '=', id)
    .execute()
  const terms = { maxBidCents: bid.max_bid_cents, secondsBeforeEnd: bid.seconds_before_end }
  const kept = newBidEvent(id, at, { kind: 'kept', ...terms })
  await afterBidChange(tx, [{ bidId: id, accountId: bid.account_id }], [kept])
}
