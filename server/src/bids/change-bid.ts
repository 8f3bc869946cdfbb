import { type BidChange, messages } from '@bidwell/contract'
import type { AnyCaller } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { pendingTerms } from './apply-change.ts'
import { orAskOwner } from './ask-owner.ts'
import { awaitChange, type BidDeps } from './await-change.ts'
import { type BidRecord, lockBid } from './bid-queries.ts'
import { readAmount, readLead, requireAcceptable, requireConfirmed, requireTime } from './bid-rules.ts'
import { requireWithinLimits } from './exposure.ts'
import { requestChange } from './request-change.ts'
import { holdToToken, requireOwnersDecision } from './token-caps.ts'

type ReadChange = { maxBidCents: number | null; secondsBeforeEnd: number | null; confirmMaxBid: number | undefined }

/**
 * Changes the maximum or the lead of a pending bid and answers once no engine can fire the bid as it was. Throws what
 * the rules of scheduling and `orAskOwner` throw, `session_revoked` when the caller's session ends meanwhile, and `not_found`, `conflict`,
 * `too_late` and `not_confirmed_yet` as `cancelBid` does.
 */
export async function changeBid(deps: BidDeps, caller: AnyCaller, id: number, input: BidChange): Promise<BidRecord> {
  const { db, clock, marketplace } = deps
  const { accountId } = caller
  const read = readChange(input)
  const at = await siteNow(db, marketplace.id, clock)

  const request = async (tx: Tx) => {
    // Concurrent requests of one account take turns, so that together they cannot pass the day's limit.
    await lockCaller(tx, caller)
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    requireOwnersDecision(caller, bid)
    if (bid.status === 'pending') await requireAllowed(tx, caller, bid, { ...read, at })
    const terms = pendingTerms(bid)
    const requested = {
      kind: 'change' as const,
      maxBidCents: read.maxBidCents ?? terms.maxBidCents,
      secondsBeforeEnd: read.secondsBeforeEnd ?? terms.secondsBeforeEnd,
    }
    await requestChange(tx, bid, requested, at)
    return requested
  }
  const change = await orAskOwner(deps, caller, () => db.transaction().execute(request))
  return awaitChange(deps, accountId, id, change)
}

function readChange({ maxBid, secondsBeforeEnd, confirmMaxBid }: BidChange): ReadChange {
  if (maxBid === undefined && secondsBeforeEnd === undefined) {
    throw new AppError('rule_broken', messages.bidRefusal.nothingToChange)
  }
  return {
    maxBidCents: maxBid === undefined ? null : readAmount(maxBid),
    secondsBeforeEnd: secondsBeforeEnd === undefined ? null : readLead(secondsBeforeEnd),
    confirmMaxBid,
  }
}

async function requireAllowed(
  tx: Tx,
  caller: AnyCaller,
  bid: BidRow,
  { maxBidCents, secondsBeforeEnd, confirmMaxBid, at }: ReadChange & { at: number },
) {
  const listing = await tx.selectFrom('listings').selectAll().where('id', '=', bid.listing_id).executeTakeFirstOrThrow()
  requireTime(listing, at)
  if (maxBidCents === null) return
  requireAcceptable(maxBidCents, listing)
  requireConfirmed(maxBidCents, confirmMaxBid, listing, bid)
  const endsAt = listing.ends_at.getTime()
  const maximum = { accountId: bid.account_id, maxBidCents, endsAt, existing: bid }
  await requireWithinLimits(tx, maximum)
  await holdToToken(tx, caller, {
    ...maximum,
    trackedAuctionId: bid.tracked_auction_id,
    secondsBeforeEnd: secondsBeforeEnd ?? pendingTerms(bid).secondsBeforeEnd,
  })
}
