import { messages, type NewBid } from '@bidwell/contract'
import { type AuctionRecord, findAuction, findTrackedAuction } from '../auctions/auction-queries.ts'
import { getFreshListing } from '../auctions/listings/get-fresh-listing.ts'
import { lockListing } from '../auctions/listings/listing-queries.ts'
import { requireConnection } from '../connections/connection-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import type { AnyCaller } from '../http/route.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { requireSnipeLeft } from '../plans/require-within-limits.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { awaitChange } from './await-change.ts'
import { type BidRecord, lockPendingBid } from './bid-queries.ts'
import { readLead, requireAnswered } from './bid-rules.ts'
import { lockGroup } from './groups/group-queries.ts'
import { insertBid } from './insert-bid.ts'
import { judgeTerms } from './judge-terms.ts'
import { readTyped, refreshQuote, type Typed } from './read-amounts.ts'
import { readWorld } from './read-world.ts'
import { requestChange, setRaiser } from './request-change.ts'
import { orAskOwner } from './waiting/ask-owner.ts'

/** Older prices are read again before the rules are applied to them. */
const FRESH_FOR_MS = 10_000
/** Scheduling succeeds with older prices when the site is slow or away: the engine reads the price before it fires. */
const SITE_TIMEOUT_MS = 3_000

/**
 * Schedules a bid on a tracked auction, in a group if one is named, or changes the bid that is pending on it, and answers once no engine
 * can fire that bid as it was. Throws `not_found` when the auction is not tracked, and whatever the calls below throw.
 */
export async function scheduleBid(ctx: Ctx, caller: AnyCaller, input: NewBid): Promise<BidRecord> {
  const { db, clock, marketplace, plans } = ctx
  const { accountId } = caller
  const typed = readTyped(input)
  const secondsBeforeEnd = readLead(input.secondsBeforeEnd)
  const auction = await findTrackedAuction(db, accountId, marketplace.id, input.auctionId)
  if (!auction) throw new AppError('not_found', messages.auction.notFoundForBid)
  await requireConnection(db, marketplace, accountId)
  await readSiteBriefly(ctx, accountId, auction, typed)
  // By the wall clock, for the months of the plan.
  const countedAt = clock.now()
  const at = await siteNow(db, marketplace.id, clock)

  const { groupId } = input
  const schedule = async (tx: Tx) => {
    // Concurrent requests of one account take turns: one inserts the bid, and the others change it.
    await lockCaller(tx, caller)
    // Removing an auction takes the same lock, so the auction stays tracked until this transaction ends.
    if (!(await findAuction(tx, accountId, auction.id)))
      throw new AppError('not_found', messages.auction.notFoundForBid)
    const listing = await lockListing(tx, auction.listing_id)
    const group = groupId === undefined ? null : await lockGroup(tx, accountId, groupId)
    const standing = (await lockPendingBid(tx, accountId, listing.id)) ?? null
    if (standing) requireAnswered(standing)
    const world = await readWorld(tx, ctx, { caller, listing, trackedAuctionId: auction.id, standing, group, at })
    const terms = judgeTerms({ typed, secondsBeforeEnd, confirmMaxBid: input.confirmMaxBid, group }, world)
    const change = { kind: 'change' as const, ...terms, groupId }
    if (standing) {
      await setRaiser(tx, caller, standing, terms)
      await requestChange(tx, standing, change, at)
      return { bidId: standing.id, change }
    }
    // A change uses up no snipe of the plan: only a new bid does.
    await requireSnipeLeft(tx, { plans, accountId, now: countedAt })
    const inserted = await insertBid(tx, {
      accountId,
      trackedAuctionId: auction.id,
      listingId: listing.id,
      endsAt: listing.ends_at.getTime(),
      terms,
      at,
      countedAt,
      apiTokenId: 'token' in caller ? caller.token.id : null,
      group,
    })
    // No engine holds a new bid: `awaitChange` answers at once.
    return { bidId: inserted, change }
  }
  // The refusal that asks the owner ends the transaction; the request has one of its own.
  const { bidId, change } = await orAskOwner(ctx, caller, () => db.transaction().execute(schedule))
  return awaitChange(ctx, accountId, bidId, change)
}

/**
 * Reads the listing, unless it was read a moment ago, and the quote of its shipping. Ignores a site that fails, and stops waiting for a
 * slow one: the reads go on, and are kept.
 */
async function readSiteBriefly(ctx: Ctx, accountId: number, auction: AuctionRecord, typed: Typed) {
  const done = new AbortController()
  const reader = { by: 'user', accountId } as const
  const reading = getFreshListing(ctx, reader, auction.auction_id, FRESH_FOR_MS).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  const quoting = refreshQuote(ctx, { accountId }, auction.listing_id, typed)
  try {
    await Promise.race([
      Promise.all([reading, quoting]),
      ctx.clock.sleepUntil(ctx.clock.monotonic() + SITE_TIMEOUT_MS, done.signal),
    ])
  } finally {
    done.abort()
  }
}
