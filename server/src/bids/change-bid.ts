import { type BidChange, changeDeadline, messages } from '@bidwell/contract'
import { lockListing } from '../auctions/listings/listing-queries.ts'
import type { ReadDeps } from '../auctions/listings/sync-listing.ts'
import type { AnyCaller } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Delivered } from '../platform/database/json-columns.ts'
import type { BidRow, ListingRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { orAskOwner } from './ask-owner.ts'
import { awaitChange, type BidDeps } from './await-change.ts'
import { type BidRecord, findBid, lockBid } from './bid-queries.ts'
import { readLead, requireAcceptable, requireConfirmed, requireTime } from './bid-rules.ts'
import { requireWithinLimits } from './exposure.ts'
import { keepRestored } from './keep-bids.ts'
import {
  maximumOfTerms,
  readAmounts,
  readTyped,
  refreshQuote,
  requireDeliveredKept,
  type Typed,
} from './read-amounts.ts'
import { conflict, requestChange } from './request-change.ts'
import { pendingTerms } from './terms.ts'
import { holdToToken, requireOwnersDecision } from './token-caps.ts'

type ReadChange = { typed: Typed | null; secondsBeforeEnd: number | null; confirmMaxBid: number | undefined }

export type ChangeDeps = BidDeps & ReadDeps

/**
 * Changes the maximum or the lead of a pending bid and answers once no engine can fire the bid as it was. Throws what
 * the rules of scheduling and `orAskOwner` throw, `session_revoked` when the caller's session ends meanwhile, and `not_found`, `conflict`,
 * `too_late` and `not_confirmed_yet` as `cancelBid` does.
 */
export async function changeBid(deps: ChangeDeps, caller: AnyCaller, id: number, input: BidChange): Promise<BidRecord> {
  const { db, clock, marketplace } = deps
  const { accountId } = caller
  const read = readChange(input)
  // A bid stays on its listing.
  const listingId = (await findBid(db, accountId, id))?.listing_id
  if (listingId === undefined) throw new AppError('not_found', messages.bid.notFound)
  if (read.typed) await refreshQuote(deps, { accountId }, listingId, read.typed)
  const at = await siteNow(db, marketplace.id, clock)

  const request = async (tx: Tx) => {
    // Concurrent requests of one account take turns, so that together they cannot pass the day's limit.
    await lockCaller(tx, caller)
    // A quote is stored under this lock: the bid is reckoned with it, or lowered by it.
    const listing = await lockListing(tx, listingId)
    const found = await lockBid(tx, accountId, id)
    if (!found) throw new AppError('not_found', messages.bid.notFound)
    requireOwnersDecision(caller, found)
    const bid = await keepUnchanged(tx, deps, { bid: found, at }, read)
    // The costs of now have just ended it, and its owner is told: that holds, though nothing is left to change.
    if (bid.status === 'cancelled' && found.status === 'pending') return null
    const terms = pendingTerms(bid)
    const wanted = bid.status === 'pending' ? await readAllowed(tx, caller, { bid, listing, at }, read) : null
    const requested = {
      kind: 'change' as const,
      ...(wanted ?? { ...terms, delivered: terms.delivered && unlowered(terms.delivered) }),
      secondsBeforeEnd: read.secondsBeforeEnd ?? terms.secondsBeforeEnd,
    }
    await requestChange(tx, bid, requested, at)
    return requested
  }
  const change = await orAskOwner(deps, caller, () => db.transaction().execute(request))
  if (change === null) throw conflict({ status: 'cancelled' }, { kind: 'change' })
  return awaitChange(deps, accountId, id, change)
}

/**
 * A restored bid of which the lead alone is changed is kept first, and so held to the limits and costs of now: it would go out with the
 * maximum of the backup. Returns the bid as it then is.
 */
async function keepUnchanged(
  tx: Tx,
  deps: ChangeDeps,
  { bid, at }: Omit<Found, 'listing'>,
  { typed }: ReadChange,
): Promise<BidRow> {
  const { id, account_id, restored_from, status, fire_at } = bid
  if (restored_from === null || typed !== null || status !== 'pending') return bid
  if (at >= changeDeadline(fire_at.getTime())) return bid
  await keepRestored(tx, deps, bid, at)
  return (await lockBid(tx, account_id, id)) ?? bid
}

/** From now on, the bid stands as its owner has set it. */
const unlowered = ({ allInCents, basis }: Delivered): Delivered => ({ allInCents, basis: { ...basis, lowered: null } })

function readChange({ secondsBeforeEnd, confirmMaxBid, ...amounts }: BidChange): ReadChange {
  const hasAmount = Object.values(amounts).some((amount) => amount !== undefined)
  if (!hasAmount && secondsBeforeEnd === undefined) {
    throw new AppError('rule_broken', messages.bidRefusal.nothingToChange)
  }
  return {
    typed: hasAmount ? readTyped(amounts) : null,
    secondsBeforeEnd: secondsBeforeEnd === undefined ? null : readLead(secondsBeforeEnd),
    confirmMaxBid,
  }
}

type Found = { bid: BidRow; listing: ListingRow; /** Epoch ms on the site's clock. */ at: number }

/** The amounts that a bid is to have, once every rule allows them; null when they stay. */
async function readAllowed(
  tx: Tx,
  caller: AnyCaller,
  { bid, listing, at }: Found,
  { typed, secondsBeforeEnd, confirmMaxBid }: ReadChange,
) {
  requireTime(listing, at)
  if (typed === null) return null
  requireDeliveredKept(typed, bid)
  const amounts = await readAmounts(tx, bid.account_id, listing, typed)
  requireAcceptable(amounts.maxBidCents, listing, amounts.delivered !== null)
  requireConfirmed(amounts.maxBidCents, confirmMaxBid, listing, bid, amounts.delivered?.allInCents)
  const endsAt = listing.ends_at.getTime()
  const maximum = { accountId: bid.account_id, ...maximumOfTerms(amounts), endsAt, existing: bid }
  await requireWithinLimits(tx, maximum)
  await holdToToken(tx, caller, {
    ...maximum,
    trackedAuctionId: bid.tracked_auction_id,
    secondsBeforeEnd: secondsBeforeEnd ?? pendingTerms(bid).secondsBeforeEnd,
  })
  return amounts
}
