import { type BidChange, messages } from '@bidwell/contract'
import { lockListing } from '../auctions/listings/listing-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import type { AnyCaller } from '../http/route.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { awaitChange } from './await-change.ts'
import { type BidRecord, findBid, lockBid } from './bid-queries.ts'
import { readLead, requireAnswered } from './bid-rules.ts'
import { judgeTerms, type Wanted } from './judge-terms.ts'
import { readTyped, refreshQuote } from './read-amounts.ts'
import { readWorld } from './read-world.ts'
import { conflict, setRaiser, requestChange } from './request-change.ts'
import { orAskOwner } from './waiting/ask-owner.ts'

/**
 * Changes the maximum or the lead of a pending bid and answers once no engine can fire the bid as it was. Throws what
 * the rules of scheduling and `orAskOwner` throw, `session_revoked` when the caller's session ends meanwhile, and `not_found`, `conflict`,
 * `too_late` and `not_confirmed_yet` as `cancelBid` does.
 */
export async function changeBid(ctx: Ctx, caller: AnyCaller, id: number, input: BidChange): Promise<BidRecord> {
  const { db, clock, marketplace } = ctx
  const { accountId } = caller
  const wanted = readWanted(input)
  // A bid stays on its listing.
  const listingId = (await findBid(db, accountId, id))?.listing_id
  if (listingId === undefined) throw new AppError('not_found', messages.bid.notFound)
  // A change is accepted at an old price: the engine reads the price again before it fires.
  if (wanted.typed) await refreshQuote(ctx, { accountId }, listingId, wanted.typed)
  const at = await siteNow(db, marketplace.id, clock)

  const changeTerms = async (tx: Tx) => {
    // Concurrent requests of one account take turns, so that together they cannot pass a limit.
    await lockCaller(tx, caller)
    // A quote that arrives now waits for this lock, and then finds the bid as it is changed.
    const listing = await lockListing(tx, listingId)
    const bid = await lockBid(tx, accountId, id)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    // Before the terms are judged: a finished bid is not refused for its price.
    if (bid.status !== 'pending') throw conflict(bid, { kind: 'change' })
    requireAnswered(bid)
    const trackedAuctionId = bid.tracked_auction_id
    const world = await readWorld(tx, ctx, { caller, listing, trackedAuctionId, standing: bid, at })
    const change = { kind: 'change' as const, ...judgeTerms(wanted, world) }
    await setRaiser(tx, caller, bid, change)
    await requestChange(tx, bid, change, at)
    return change
  }
  const change = await orAskOwner(ctx, caller, () => db.transaction().execute(changeTerms))
  return awaitChange(ctx, accountId, id, change)
}

function readWanted({ secondsBeforeEnd, confirmMaxBid, ...typedFields }: BidChange): Wanted {
  const hasAmount = Object.values(typedFields).some((amount) => amount !== undefined)
  if (!hasAmount && secondsBeforeEnd === undefined) {
    throw new AppError('rule_broken', messages.bidRefusal.nothingToChange)
  }
  return {
    typed: hasAmount ? readTyped(typedFields) : null,
    secondsBeforeEnd: secondsBeforeEnd === undefined ? null : readLead(secondsBeforeEnd),
    confirmMaxBid,
  }
}
