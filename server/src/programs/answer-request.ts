import { type api, type Body, centsFromDollars, messages } from '@bidwell/contract'
import type { BidRecord } from '../bids/bid-queries.ts'
import { scheduleBid, type ScheduleDeps } from '../bids/schedule-bid.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { Caller, Visitor } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { findRequests } from './request-queries.ts'

type Shown = Body<typeof api.scheduleBidRequest>

/**
 * Schedules the bid that a program asked for as one of the owner, who was shown its amount and its lead. Throws `not_found`;
 * `conflict` when the request was answered, has ended, or asks for something else than was shown; and what `scheduleBid` throws.
 */
export async function scheduleRequest(
  deps: ScheduleDeps,
  caller: Caller,
  { id, shown, visitor }: { id: number; shown: Shown; visitor: Visitor },
): Promise<BidRecord> {
  const { auction_id: auctionId, ...request } = await readOpen(deps, caller, id)
  const { max_bid: maxBid, seconds_before_end: secondsBeforeEnd } = shown
  if (request.max_bid_cents !== centsFromDollars(maxBid) || request.seconds_before_end !== secondsBeforeEnd)
    throw new AppError('conflict', messages.bidRequest.changed)
  const record = async (tx: Tx) => {
    await caller.record?.(tx)
    await answer(tx, deps, request, { state: 'scheduled', visitor })
  }
  // The owner was shown the amount and the price: the tap confirms a maximum far above it.
  return scheduleBid(deps, { ...caller, record }, { auctionId, maxBid, confirmMaxBid: maxBid, secondsBeforeEnd })
}

/** Refuses a request: its token asks for no other bid on this auction. Throws `not_found`, and `conflict` for one that was answered. */
export async function refuseRequest(deps: ScheduleDeps, caller: Caller, id: number, visitor: Visitor): Promise<void> {
  const request = await readOpen(deps, caller, id)
  await deps.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await answer(tx, deps, request, { state: 'refused', visitor })
  })
}

async function readOpen({ db, clock, marketplace }: ScheduleDeps, { accountId }: Caller, id: number) {
  const at = await siteNow(db, marketplace.id, clock)
  const request = await findRequests(db, { accountId, id, siteNow: at }).executeTakeFirst()
  if (!request) throw new AppError('not_found', messages.bidRequest.notFound)
  if (request.state === 'open') return request
  const { scheduled_max_cents: scheduled, max_bid_cents: asked } = request
  const { highEnough, answered } = messages.bidRequest
  const isCovered = request.state === 'ended' && scheduled !== null && scheduled >= asked
  throw new AppError('conflict', isCovered ? highEnough : answered)
}

type Answered = {
  id: number
  account_id: number
  token_name: string
  max_bid_cents: number
  tracked_auction_id: number
}

/** The caller holds the account's lock, so that one of two answers at once comes first. */
async function answer(
  tx: Tx,
  { clock }: ScheduleDeps,
  { id, account_id: accountId, token_name: token, max_bid_cents: max_cents, tracked_auction_id }: Answered,
  { state, visitor }: { state: 'scheduled' | 'refused'; visitor: Visitor },
) {
  const now = new Date(clock.now())
  const { numUpdatedRows } = await tx
    .updateTable('bid_requests')
    .set({ state, answered_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', messages.bidRequest.answered)
  const details = { token, max_cents, request: id, auction: tracked_auction_id }
  await recordSecurityEvent(tx, { ...visitor, accountId, kind: `bid_request_${state}`, outcome: 'ok', details })
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('key', '=', `bid request ${id}`)
    .where('read_at', 'is', null)
    .execute()
  // The other browsers of the account show the request no longer.
  await announceChange(tx, { what: 'notification', accountId })
}
