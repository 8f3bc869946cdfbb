import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { tooLateError, type PendingChange } from './request-change.ts'
import { type BidRecord, findBid } from './bid-queries.ts'
import { decideChange } from './decide-change.ts'

export type AwaitDeps = { db: Db; clock: Clock; /** How long an engine has to answer. */ confirmTimeoutMs?: number }

const CONFIRM_TIMEOUT_MS = 10_000
const LOOK_EVERY_MS = 40

/**
 * Waits until nothing can fire the bid as it was before the wish, and answers it as it is then. Throws `too_late` when
 * it was locked in first, `conflict` when a later wish took this one's place, `not_confirmed_yet` when no engine has
 * answered in time: the wish stands and will be done.
 */
export async function awaitChange(
  deps: AwaitDeps,
  accountId: number,
  bidId: number,
  change: PendingChange,
): Promise<BidRecord> {
  const { db, clock, confirmTimeoutMs = CONFIRM_TIMEOUT_MS } = deps
  const answered = await pollUntil(
    clock,
    async () => {
      const bid = await findBid(db, accountId, bidId)
      if (!bid) throw new AppError('not_found', messages.bid.notFound)
      const outcome = decideChange(bid, change)
      return outcome === 'open' ? null : { bid, outcome }
    },
    { everyMs: LOOK_EVERY_MS, forMs: confirmTimeoutMs },
  )
  if (!answered) {
    throw new AppError('not_confirmed_yet', messages.bid.notConfirmedYet, { retryAfterMs: confirmTimeoutMs })
  }
  const { bid, outcome } = answered
  if (outcome === 'too_late') throw tooLateError(change)
  if (outcome === 'superseded') {
    const cancel = change.kind === 'cancel'
    throw new AppError('conflict', cancel ? messages.bid.cannotCancel : messages.bid.cannotChangeFinished)
  }
  return bid
}
