import { type BidChange, messages } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { requestChange } from './request-change.ts'
import { awaitChange } from './await-change.ts'
import { type BidRecord, lockBid } from './bid-queries.ts'
import { readAmount, readLead, requireAcceptable, requireConfirmed, requireTime } from './bid-rules.ts'
import type { BidDeps } from './cancel-bid.ts'
import { requireWithinDayLimit } from './day-limit.ts'

/**
 * Changes the maximum or the lead of a pending snipe and answers once no engine can fire the old one. Throws what the
 * rules of scheduling throw, and `not_found`, `conflict`, `too_late` and `not_confirmed_yet` as a cancel does.
 */
export async function changeBid(deps: BidDeps, accountId: number, id: number, wanted: BidChange): Promise<BidRecord> {
  const { db, clock, marketplace } = deps
  if (wanted.maxBid === undefined && wanted.secondsBeforeEnd === undefined) {
    throw new AppError('rule_broken', messages.bid.nothingToChange)
  }
  const maxBidCents = wanted.maxBid === undefined ? null : readAmount(wanted.maxBid)
  const lead = wanted.secondsBeforeEnd === undefined ? null : readLead(wanted.secondsBeforeEnd)
  const at = await siteNow(db, marketplace.id, clock)

  const change = await db.transaction().execute(async (tx) => {
    // Raising counts against the day's limit, as scheduling does: the two take turns.
    await lockAccount(tx, accountId)
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    const listing = await tx
      .selectFrom('listings')
      .selectAll()
      .where('id', '=', bid.listing_id)
      .executeTakeFirstOrThrow()
    const change = {
      kind: 'change' as const,
      maxBidCents: maxBidCents ?? bid.pending_max_bid_cents ?? bid.max_bid_cents,
      secondsBeforeEnd: lead ?? bid.pending_seconds_before_end ?? bid.seconds_before_end,
    }
    if (bid.status === 'pending') {
      requireTime(listing, at)
      if (maxBidCents !== null) {
        requireAcceptable(maxBidCents, listing)
        requireConfirmed(maxBidCents, wanted.confirmMaxBid, listing, bid)
        await requireWithinDayLimit(tx, { accountId, maxBidCents, endsAt: listing.ends_at.getTime(), standing: bid })
      }
    }
    await requestChange(tx, bid, change, at)
    return change
  })
  return awaitChange(deps, accountId, id, change)
}
