import type { WaitingRef } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { BidDeps } from '../await-change.ts'
import { cancelBid } from '../cancel-bid.ts'
import { answerRequest, readOpenRequest } from './answer-request.ts'

/**
 * Cancels a restored bid and answers its number, or refuses what a program asks for: its token then asks for no other bid on the auction.
 * Throws what `cancelBid` throws, or what `readOpenRequest`, `answerRequest` and `lockCaller` throw.
 */
export async function dropWaiting(deps: BidDeps, caller: Caller, { kind, id }: WaitingRef, visitor: Visitor) {
  if (kind === 'restored') return (await cancelBid(deps, caller, id)).id
  const request = await readOpenRequest(deps, caller.accountId, id)
  await deps.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await answerRequest(tx, request, { state: 'refused', at: deps.clock.now(), visitor })
  })
  return null
}
