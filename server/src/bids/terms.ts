import type { Terms } from '../platform/database/json-columns.ts'
import type { BidRow } from '../platform/database/tables.ts'

/** The terms of a bid as its row has them. */
export const columnsOf = ({ maxBidCents, secondsBeforeEnd, delivered }: Terms) => ({
  max_bid_cents: maxBidCents,
  seconds_before_end: secondsBeforeEnd,
  all_in_cents: delivered?.allInCents ?? null,
  cost_basis: delivered && JSON.stringify(delivered.basis),
})

/** The terms of a bid as its log has them. */
export const loggedTerms = ({ maxBidCents, secondsBeforeEnd, delivered }: Terms) => ({
  maxBidCents,
  secondsBeforeEnd,
  ...(delivered && { allInCents: delivered.allInCents }),
})

/** The terms of a bid once its pending change is applied. */
export function pendingTerms(bid: BidRow): Terms {
  const { maxBidCents, secondsBeforeEnd, delivered } = bid.pending?.kind === 'change' ? bid.pending : termsOf(bid)
  return { maxBidCents, secondsBeforeEnd, delivered }
}

/** The terms of a bid as they are. */
export const termsOf = ({ max_bid_cents, seconds_before_end, all_in_cents, cost_basis }: BidRow): Terms => ({
  maxBidCents: max_bid_cents,
  secondsBeforeEnd: seconds_before_end,
  delivered: all_in_cents === null || cost_basis === null ? null : { allInCents: all_in_cents, basis: cost_basis },
})

/** Whether a bid has these terms, whatever its delivered price was reckoned with. */
export const hasTerms = (
  {
    max_bid_cents,
    seconds_before_end,
    all_in_cents,
  }: Pick<BidRow, 'max_bid_cents' | 'seconds_before_end' | 'all_in_cents'>,
  { maxBidCents, secondsBeforeEnd, delivered }: Terms,
): boolean =>
  max_bid_cents === maxBidCents &&
  seconds_before_end === secondsBeforeEnd &&
  all_in_cents === (delivered?.allInCents ?? null)

/** Where a bid is on its way to: the group that it joins, or null for out of its group. Undefined when it stays. */
export const movesTo = ({ pending }: Pick<BidRow, 'pending'>): number | null | undefined =>
  pending?.kind === 'change' ? pending.groupId : undefined
