import { dollarsOrNull, type Exposure, type SpendingChange, spendingFault } from '@bidwell/contract'
import { movesTo, pendingTerms, termsOf } from '../bids/terms.ts'
import type { Terms } from '../platform/database/json-columns.ts'
import type { AccountRow, BidRow } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'

/** What a bid costs at most: delivered, where it was set by that, and how much of that comes on top of the bid. */
export type Stake = { costCents: number; besidesCents: number }

export function stakeOf({ maxBidCents, delivered }: Pick<Terms, 'maxBidCents' | 'delivered'>): Stake {
  const costCents = delivered?.allInCents ?? maxBidCents
  return { costCents, besidesCents: costCents - maxBidCents }
}

/** The most that a pending bid can cost, whether its pending change is applied or not. */
export function standingStake(bid: BidRow): Stake {
  const [now, then] = [stakeOf(termsOf(bid)), stakeOf(pendingTerms(bid))]
  return {
    costCents: Math.max(now.costCents, then.costCents),
    besidesCents: Math.max(now.besidesCents, then.besidesCents),
  }
}

/** A restored bid is held to all rules for new ones before it is kept. */
export const countsAsNew = (standing: BidRow | null): boolean => standing === null || standing.restored_from !== null

/** The highest maximum with which a pending bid can go out. */
export const highestMaxCents = (bid: BidRow): number => Math.max(bid.max_bid_cents, pendingTerms(bid).maxBidCents)

/** The group with which a bid counts; null for a single bid, and for one on its way into a group or out of it, as in `readUses`. */
export const countedGroupOf = (bid: BidRow) => (movesTo(bid) === undefined ? bid.group_id : null)

export type Limits = Pick<AccountRow, 'day_limit_cents' | 'week_limit_cents' | 'month_limit_cents'>

/** Dollars. */
export const limitsOf = ({ day_limit_cents, week_limit_cents, month_limit_cents }: Limits): Exposure['limits'] => ({
  day: dollarsOrNull(day_limit_cents),
  week: dollarsOrNull(week_limit_cents),
  month: dollarsOrNull(month_limit_cents),
})

type Refusal = Omit<SpendingChange, 'day'> & { days: readonly string[]; field: 'maxBid' | 'allIn' }

/** Throws `day_limit_reached`, `week_limit_reached` or `month_limit_reached` when a change takes what bids cost over a limit. */
export function refuseOver({ days, field, ...change }: Refusal) {
  for (const day of days) {
    const fault = spendingFault({ ...change, day })
    if (fault) throw fieldError(field, fault.message, `${fault.period}_limit_reached`)
  }
}
