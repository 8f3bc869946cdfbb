import type { WaitingRef } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { cancelBid } from '../cancel-bid.ts'
import { answerRequest, readOpenRequest } from './answer-request.ts'

/**
 * Cancels a restored bid and answers its number, or refuses what a program asks for: its token then asks for no other bid on the auction.
 * Throws what `cancelBid` throws, or what `readOpenRequest`, `answerRequest` and `lockCaller` throw.
 */
export async function dropWaiting(ctx: Ctx, caller: Caller, { kind, id }: WaitingRef, visitor: Visitor) {
  if (kind === 'restored') return (await cancelBid(ctx, caller, id)).id
  const request = await readOpenRequest(ctx, caller.accountId, id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await answerRequest(tx, request, { state: 'refused', at: ctx.clock.now(), visitor })
  })
  return null
}
