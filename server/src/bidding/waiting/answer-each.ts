import type { AnsweredBids, WaitingRef } from '@bidwell/contract'
import type { Caller } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { findBidsById } from '../bid-queries.ts'
import { presentBid } from '../present-bid.ts'

/**
 * Answers for bids that wait, each by itself: one that a rule keeps back, or that is gone, is listed with the sentence of its
 * refusal. `answer` gives the number of the bid that is scheduled or cancelled by it; null: there is none. Throws `session_revoked` when
 * the caller's session ends meanwhile.
 */
export async function answerEach(
  db: Db,
  { accountId }: Caller,
  waiting: readonly WaitingRef[],
  answer: (one: WaitingRef) => Promise<number | null>,
): Promise<AnsweredBids> {
  const ids: number[] = []
  const refused: AnsweredBids['refused'] = []
  for (const one of waiting) {
    try {
      const id = await answer(one)
      if (id !== null) ids.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'session_revoked') throw error
      refused.push({ ...one, message: error.message })
    }
  }
  return { bids: (await findBidsById(db, accountId, ids)).map(presentBid), refused }
}
