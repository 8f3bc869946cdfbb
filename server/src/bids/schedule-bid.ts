import { messages, type NewBid } from '@bidwell/contract'
import { findAuction, findTrackedAuction } from '../auctions/auction-queries.ts'
import { getFreshListing } from '../auctions/listings/get-fresh-listing.ts'
import { lockListing } from '../auctions/listings/listing-queries.ts'
import type { ReadDeps } from '../auctions/listings/sync-listing.ts'
import type { AnyCaller } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { PlanDeps } from '../plans/read-entitlement.ts'
import { requireSnipeLeft } from '../plans/require-within-limits.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { awaitChange, type BidDeps } from './await-change.ts'
import { type BidRecord, lockPendingBid } from './bid-queries.ts'
import { readLead, requireAnswered } from './bid-rules.ts'
import { lockGroup } from './groups/group-queries.ts'
import { insertBid } from './insert-bid.ts'
import { judgeTerms } from './judge-terms.ts'
import { readTyped, refreshQuote } from './read-amounts.ts'
import { readWorld } from './read-world.ts'
import { noteWhoRaised, requestChange } from './request-change.ts'
import { orAskOwner } from './waiting/ask-owner.ts'

/** Older prices are read again before the rules are applied to them. */
const FRESH_FOR_MS = 10_000
/** Scheduling succeeds with older prices when the site is slow or away: the engine reads the price before it fires. */
const SITE_TIMEOUT_MS = 3_000

export type ScheduleDeps = ReadDeps & BidDeps & Pick<PlanDeps, 'plans'>

/**
 * Schedules a bid on a tracked auction, in a group if one is named, or changes the bid that is pending on it. Throws `credentials_missing`;
 * `not_found` when the auction is not tracked; `rule_broken`, `bid_too_low`, `auction_over`, `too_late`,
 * `day_limit_reached` and its likes for a week and a month, `token_cap_reached`, and, for a new bid, `plan_limit_reached` with the sentence of the rule; `conflict` when the account
 * already has a bid at the site, or another account with the same login has one; `session_revoked` when the caller's session ends meanwhile; and whatever `orAskOwner`,
 * `requestChange` and `awaitChange` throw.
 */
export async function scheduleBid(deps: ScheduleDeps, caller: AnyCaller, input: NewBid): Promise<BidRecord> {
  const { db, clock, marketplace, plans } = deps
  const { accountId } = caller
  const typed = readTyped(input)
  const secondsBeforeEnd = readLead(input.secondsBeforeEnd)
  const auction = await findTrackedAuction(db, accountId, marketplace.id, input.auctionId)
  if (!auction) throw new AppError('not_found', messages.auction.notFoundForBid)
  await requireCredentials(db, deps, accountId)
  await refreshPrices(deps, accountId, input.auctionId, refreshQuote(deps, { accountId }, auction.listing_id, typed))
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }

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
    const asked = { caller, listing, trackedAuctionId: auction.id, standing, group, at: instants.siteNow }
    const wanted = { typed, secondsBeforeEnd, confirmMaxBid: input.confirmMaxBid, group }
    const terms = judgeTerms(wanted, await readWorld(tx, deps, asked))
    const requested = { kind: 'change' as const, ...terms, groupId }
    if (standing) {
      await noteWhoRaised(tx, caller, standing, terms)
      await requestChange(tx, standing, requested, instants.siteNow)
      return { bidId: standing.id, change: requested }
    }
    // A change of a pending bid counts nothing: the plan's limit holds for new bids alone.
    await requireSnipeLeft(tx, { plans, accountId, now: instants.now })
    const inserted = await insertBid(tx, {
      accountId,
      trackedAuctionId: auction.id,
      listingId: listing.id,
      endsAt: listing.ends_at.getTime(),
      terms,
      at: instants.siteNow,
      countedAt: instants.now,
      apiTokenId: 'token' in caller ? caller.token.id : null,
      group,
    })
    return { bidId: inserted, change: requested }
  }
  const { bidId, change } = await orAskOwner(deps, caller, () => db.transaction().execute(schedule))
  return awaitChange(deps, accountId, bidId, change)
}

/** Throws `credentials_missing`. */
export async function requireCredentials(db: Db, { marketplace }: Pick<BidDeps, 'marketplace'>, accountId: number) {
  const connection = await db
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace.id)
    .executeTakeFirst()
  if (!connection) throw new AppError('credentials_missing', messages.connection.requiredToBid(marketplace.siteName))
}

/** Reads the listing unless it was read a moment ago, beside a quote. Ignores a site that fails, and stops waiting for a slow site. */
async function refreshPrices(deps: ScheduleDeps, accountId: number, auctionId: string, quoting: Promise<unknown>) {
  const done = new AbortController()
  const reader = { by: 'user', accountId } as const
  const reading = getFreshListing(deps, reader, auctionId, FRESH_FOR_MS).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  try {
    await Promise.race([
      Promise.all([reading, quoting]),
      deps.clock.sleepUntil(deps.clock.monotonic() + SITE_TIMEOUT_MS, done.signal),
    ])
  } finally {
    done.abort()
  }
}
