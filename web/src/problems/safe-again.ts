import type { Bid } from '@bidwell/contract'
import { isToBeSent } from '../bids/bid-rules.ts'
import type { Problem } from './problem.ts'

/**
 * How many bids were stopped before and are not any more. What a check has found of a bid is dropped when its engine takes
 * over, which makes nothing safe.
 */
export function countSafeAgain(
  before: readonly Problem[],
  after: readonly Problem[],
  bids: readonly Bid[],
  now: number,
): number {
  const stoppedBefore = idsOf(before)
  const stopped = idsOf(after)
  const found = idsOf(before.filter(({ kind }) => kind === 'finding'))
  return bids.filter(
    (bid) =>
      isToBeSent(bid) &&
      bid.fireAt > now &&
      stoppedBefore.has(bid.id) &&
      !stopped.has(bid.id) &&
      !(bid.phase === 'armed' && found.has(bid.id)),
  ).length
}

const idsOf = (problems: readonly Problem[]): ReadonlySet<number> =>
  new Set(problems.filter(({ effect }) => effect === 'stops').flatMap(({ bids }) => bids.map(({ id }) => id)))
