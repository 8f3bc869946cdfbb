import { messages, type NotStopped } from '@bidwell/contract'
import { cancelBid } from '../bidding/cancel-bid.ts'
import type { Ctx } from '../context/ctx.ts'
import { AppError } from '../platform/errors.ts'
import { unsettledBidsOf } from './deletion-queries.ts'

type Bid = Awaited<ReturnType<typeof unsettledBidsOf>>[number]

/** More at a time would take the database's connections away from others. */
const AT_ONCE = 4

/**
 * Cancels every pending bid of an account, a few at a time, and returns the bids that are not stopped: they were locked in
 * before, or their engine has not confirmed. A pending cancellation stays, and the engine applies it.
 */
export async function stopBids(ctx: Ctx, accountId: number): Promise<NotStopped[]> {
  const pending = (await unsettledBidsOf(ctx.db, accountId)).filter(({ status }) => status === 'pending')
  const left: NotStopped[] = []
  for (let next = 0; next < pending.length; next += AT_ONCE) {
    const stopped = pending.slice(next, next + AT_ONCE).map((bid) => stop(ctx, accountId, bid))
    left.push(...(await Promise.all(stopped)).filter((bid) => bid !== null))
  }
  return left
}

async function stop(ctx: Ctx, accountId: number, bid: Bid): Promise<NotStopped | null> {
  const { id, auction_id, title } = bid
  try {
    await cancelBid(ctx, { accountId }, id)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A bid that is finished may have been sent since it was listed.
    const isAtSite = error.code === 'conflict' && (await unsettledBidsOf(ctx.db, accountId)).some((it) => it.id === id)
    if (error.code === 'too_late' || isAtSite) {
      return { id, auction_id, title, because: 'locked_in', message: messages.bid.cannotCancel }
    }
    if (error.code === 'not_confirmed_yet') {
      return { id, auction_id, title, because: 'not_confirmed', message: messages.bid.notConfirmedYet }
    }
    if (error.code === 'conflict' || error.code === 'not_found') return null
    throw error
  }
}
