import { randomUUID } from 'node:crypto'
import { formatCents, messages, type NewBid } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { findAuction, findTrackedAuction } from '../auctions/auction-queries.ts'
import { planNextCheck } from '../auctions/plan-next-check.ts'
import type { ReadDeps } from '../auctions/read-item.ts'
import { readListing } from '../auctions/read-listing.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { firstPreflight } from '../bid-log/plan-preflight.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { ListingRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { requestChange } from './request-change.ts'
import { type AwaitDeps, awaitChange } from './await-change.ts'
import { type BidRecord, findBidAtSite, lockPendingBid } from './bid-queries.ts'
import { readAmount, readLead, requireAcceptable, requireConfirmed, requireTime } from './bid-rules.ts'
import { requireWithinDayLimit } from './day-limit.ts'
import { logPauseOfNewBid } from '../pauses/log-pause.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'

/** Prices older than this are read again before the rules are applied to them. */
const FRESH_FOR_MS = 10_000
/** A site that is slow or away does not keep a bid from being scheduled: the engine looks again before it fires. */
const SITE_WAIT_MS = 3_000

export type ScheduleDeps = ReadDeps & AwaitDeps

/**
 * Schedules a snipe on a tracked auction; where one is pending already, changes that one. Throws `credentials_missing`,
 * `not_found` for an auction that is not tracked, `rule_broken`, `bid_too_low`, `auction_over`, `too_late` and
 * `day_limit_reached` with the rule's own sentence, `conflict` where a bid of theirs stands at the site already, and
 * what `requestChange` and `awaitChange` throw.
 */
export async function scheduleBid(deps: ScheduleDeps, accountId: number, wanted: NewBid): Promise<BidRecord> {
  const { db, clock, marketplace } = deps
  const terms = { maxBidCents: readAmount(wanted.maxBid), secondsBeforeEnd: readLead(wanted.secondsBeforeEnd) }
  const auction = await findTrackedAuction(db, accountId, marketplace.id, wanted.auctionId)
  if (!auction) throw new AppError('not_found', messages.auction.notFound)
  await requireCredentials(deps, accountId)
  await lookAgain(deps, wanted.auctionId)
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }

  const change = { kind: 'change' as const, ...terms }
  const bidId = await db.transaction().execute(async (tx) => {
    // Under the account's lock: of many requests at once one inserts, and the others change what it inserted.
    await lockAccount(tx, accountId)
    // Removing takes the same lock, so an auction that is tracked here stays so until the snipe stands.
    if (!(await findAuction(tx, accountId, auction.id))) throw new AppError('not_found', messages.auction.notFound)
    const listing = await lockListing(tx, auction.listing_id)
    requireTime(listing, instants.siteNow)
    requireAcceptable(terms.maxBidCents, listing)
    await requireNoneAtSite(tx, accountId, listing.id)

    const live = (await lockPendingBid(tx, accountId, listing.id)) ?? null
    requireConfirmed(terms.maxBidCents, wanted.confirmMaxBid, listing, live)
    await requireWithinDayLimit(tx, {
      accountId,
      maxBidCents: terms.maxBidCents,
      endsAt: listing.ends_at.getTime(),
      standing: live,
    })
    if (live) {
      await requestChange(tx, live, change, instants.siteNow)
      return live.id
    }
    const id = await insertBid(tx, { accountId, trackedAuctionId: auction.id, listing, ...terms, at: instants.siteNow })
    await planNextCheck(tx, listing.id, instants)
    return id
  })
  return awaitChange(deps, accountId, bidId, change)
}

async function requireCredentials({ db, marketplace }: ScheduleDeps, accountId: number) {
  const connection = await db
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace.id)
    .executeTakeFirst()
  if (!connection) throw new AppError('credentials_missing', messages.connection.neededToBid)
}

/** A bid that the site has taken, and that may still win, is the only one of theirs on its item. */
async function requireNoneAtSite(tx: Tx, accountId: number, listingId: number) {
  const standing = await findBidAtSite(tx, accountId, listingId)
  if (standing) throw new AppError('conflict', messages.bid.alreadyAtSite(formatCents(standing.max_bid_cents)))
}

async function lookAgain(deps: ScheduleDeps, auctionId: string) {
  const enough = new AbortController()
  const reading = readListing(deps, auctionId, FRESH_FOR_MS).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  try {
    await Promise.race([reading, deps.clock.sleepUntil(deps.clock.monotonic() + SITE_WAIT_MS, enough.signal)])
  } finally {
    enough.abort()
  }
}

/** Holds the listing so that its end cannot move between reading it here and writing the moment to fire. */
async function lockListing(tx: Tx, listingId: number): Promise<ListingRow> {
  return tx.selectFrom('listings').selectAll().where('id', '=', listingId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

type Snipe = {
  accountId: number
  trackedAuctionId: number
  listing: ListingRow
  maxBidCents: number
  secondsBeforeEnd: number
  at: number
}

async function insertBid(tx: Tx, { accountId, trackedAuctionId, listing, at, ...terms }: Snipe): Promise<number> {
  const fireAt = listing.ends_at.getTime() - terms.secondsBeforeEnd * 1_000
  const { id } = await tx
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: trackedAuctionId,
      listing_id: listing.id,
      max_bid_cents: terms.maxBidCents,
      seconds_before_end: terms.secondsBeforeEnd,
      fire_at: new Date(fireAt),
      preflight_due_at: firstPreflight(fireAt),
      created_at: new Date(at),
      updated_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // With a new snipe on it, an auction that was given up as outbid is in play again.
  await tx.updateTable('tracked_auctions').set({ status: 'active' }).where('id', '=', trackedAuctionId).execute()
  const event = { bidId: id, at, uncertaintyMs: null, engineId: null, fence: null }
  await recordBidEvents(tx, [{ key: randomUUID(), ...event, detail: { kind: 'scheduled', ...terms } }])
  await logPauseOfNewBid(tx, id, at)
  await announceChange(tx, { what: 'bid', accountId, bidId: id })
  return id
}
