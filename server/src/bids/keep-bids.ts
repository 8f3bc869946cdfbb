import { type KeptBids, messages } from '@bidwell/contract'
import { lockListing } from '../auctions/listings/listing-queries.ts'
import { afterBidChange } from '../bid-log/after-bid-change.ts'
import { newBidEvent } from '../bid-log/bid-event.ts'
import { followKeptBid } from '../delivered-price/follow-costs.ts'
import { costInputsOf } from '../delivered-price/read-delivered.ts'
import type { Caller } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { DUE_NOW } from '../preflights/preflight-due.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import type { BidDeps } from './await-change.ts'
import { findBid, findBidsById, isNotAtSite, lockBid } from './bid-queries.ts'
import { judgeTerms } from './judge-terms.ts'
import { presentBid } from './present-bid.ts'
import { readWorld } from './read-world.ts'
import { conflict } from './request-change.ts'
import { requireCredentials } from './schedule-bid.ts'

/**
 * Lets restored bids be sent again, each by itself: a bid that a rule keeps back, or that is gone, is listed with the sentence
 * of its refusal. Keeping a kept bid again answers the same. Throws `session_revoked` when the caller's session ends meanwhile.
 */
export async function keepBids(deps: BidDeps, caller: Caller, ids: readonly number[]): Promise<KeptBids> {
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  const kept: number[] = []
  const refused: KeptBids['refused'] = []
  for (const id of new Set(ids)) {
    try {
      await deps.db.transaction().execute((tx) => keepBid(tx, deps, { caller, id, at }))
      kept.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'session_revoked') throw error
      refused.push({ id, message: error.message })
    }
  }
  const bids = await findBidsById(deps.db, caller.accountId, kept)
  return { kept: bids.map(presentBid), refused }
}

type Keep = { caller: Caller; id: number; /** Epoch ms on the site's clock. */ at: number }

async function keepBid(tx: Tx, deps: BidDeps, { caller, id, at }: Keep): Promise<void> {
  await lockCaller(tx, caller)
  const found = await findBid(tx, caller.accountId, id)
  if (!found) throw new AppError('not_found', messages.bid.notFound)
  // The quotes of its shipping are stored under this lock.
  const listing = await lockListing(tx, found.listing_id)
  const bid = await lockBid(tx, caller.accountId, id)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  if (bid.status !== 'pending') throw conflict(bid, { kind: 'change' })
  if (bid.restored_from === null) return
  await requireCredentials(tx, deps, caller.accountId)
  const trackedAuctionId = bid.tracked_auction_id
  const world = await readWorld(tx, deps, { caller, listing, trackedAuctionId, standing: bid, at })
  judgeTerms({}, world)
  // From its moment on it may have been sent by the installation that was backed up.
  if (at >= bid.fire_at.getTime() && !(await wasLookedFor(tx, id)))
    throw new AppError('conflict', messages.bid.lookingForRestored(deps.marketplace.siteName))
  await markKept(tx, bid, at)
  // It is held to the costs of now, by which it may be cancelled.
  const { cost_basis } = bid
  if (cost_basis) await followKeptBid(tx, id, costInputsOf(world.account, world.quote, cost_basis), at)
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

async function wasLookedFor(tx: Tx, bidId: number): Promise<boolean> {
  const row = await tx.selectFrom('bids as b').select(isNotAtSite.as('is')).where('b.id', '=', bidId).executeTakeFirst()
  return row?.is ?? false
}
