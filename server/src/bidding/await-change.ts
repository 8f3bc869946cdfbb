import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { AppError } from '../platform/errors.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { type BidRecord, findBid } from './bid-queries.ts'
import { decideChange } from './decide-change.ts'
import { conflict, type PendingChange, tooLateError } from './request-change.ts'

const CONFIRM_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 40

/**
 * Waits until no engine can fire the bid as it was before the change, and answers the bid. Throws `too_late` when the
 * bid was locked in first, `conflict` when a later change replaced this one, and `not_confirmed_yet` when no engine has
 * released the bid in time: the change stays pending and is applied later.
 */
export async function awaitChange(
  { db, clock, confirmTimeoutMs = CONFIRM_TIMEOUT_MS }: Ctx,
  accountId: number,
  bidId: number,
  change: PendingChange,
): Promise<BidRecord> {
  const readDecided = async () => {
    const bid = await findBid(db, accountId, bidId)
    if (!bid) throw new AppError('not_found', messages.bid.notFound)
    const outcome = decideChange(bid, change)
    return outcome === 'pending' ? null : { bid, outcome }
  }
  const decided = await pollUntil(clock, readDecided, { everyMs: POLL_INTERVAL_MS, forMs: confirmTimeoutMs })
  if (!decided) {
    throw new AppError('not_confirmed_yet', messages.bid.notConfirmedYet, { retryAfterMs: confirmTimeoutMs })
  }
  if (decided.outcome === 'too_late') throw tooLateError(change)
  if (decided.outcome === 'superseded') throw conflict(decided.bid, change)
  return decided.bid
}
