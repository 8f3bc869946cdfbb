import { type BidChange, messages } from '@bidwell/contract'
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
import { readLead, requireAcceptable, requireAnswered, requireConfirmed, requireTime } from './bid-rules.ts'
import { requireWithinLimits } from './exposure.ts'
import {
  maximumOfTerms,
  readAmounts,
  readTyped,
  refreshQuote,
  requireDeliveredKept,
  type Typed,
} from './read-amounts.ts'
import { requestChange } from './request-change.ts'
import { pendingTerms } from './terms.ts'
import { holdToToken } from './token-caps.ts'

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
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    requireAnswered(bid)
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
  return awaitChange(deps, accountId, id, change)
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
