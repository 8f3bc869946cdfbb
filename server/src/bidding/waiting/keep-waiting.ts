import { dollarsFromCents, type WaitingRef } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { scheduleBid } from '../schedule-bid.ts'
import { answerRequest, readOpenRequest } from './answer-request.ts'
import { keepRestored } from './keep-restored.ts'

/**
 * Has a bid sent that waits for its owner: a restored one, or what a program asks for, as a bid of the owner. Answers its number. Throws
 * what `keepRestored` throws, or what `readOpenRequest`, `answerRequest` and `scheduleBid` throw.
 */
export async function keepWaiting(
  ctx: Ctx,
  caller: Caller,
  { kind, id }: WaitingRef,
  visitor: Visitor,
): Promise<number> {
  if (kind === 'restored') return keepRestored(ctx, caller, id)
  const request = await readOpenRequest(ctx, caller.accountId, id)
  const inTransaction = async (tx: Tx) => {
    await caller.inTransaction?.(tx)
    await answerRequest(tx, request, { state: 'scheduled', at: ctx.clock.now(), visitor })
  }
  const maxBid = dollarsFromCents(request.max_bid_cents)
  // The owner was shown the amount and the price: the tap confirms a maximum far above it.
  const terms = { maxBid, confirmMaxBid: maxBid, secondsBeforeEnd: request.seconds_before_end }
  return (await scheduleBid(ctx, { ...caller, inTransaction }, { auctionId: request.auction_id, ...terms })).id
}
