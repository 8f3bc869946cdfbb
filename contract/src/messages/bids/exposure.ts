import { formatCents } from '../../money.ts'

/** What the user's bids cost if all of them win. Amounts are formatted. */

/** An amount, against a limit where there is one. */
export type Amount = { total: string; limit: string | null }
const against = ({ total, limit }: Amount) => (limit === null ? total : `${total} of ${limit}`)

type Amounts = { day: Amount; week: Amount; month: Amount | null }
/** A week that has no other bids than the day, and no limit, says nothing more. */
const addsWeek = ({ day, week }: Amounts): boolean => week.limit !== null || week.total !== day.total

/** `If all your bids win: $254.00 of $300.00 on Nov 21 · $390.00 that week`. `month`: only where it has a limit. */
export const withThisBid = (day: string, amounts: Amounts): string =>
  [
    `If all your bids win: ${against(amounts.day)} on ${day}`,
    ...(addsWeek(amounts) ? [`${against(amounts.week)} that week`] : []),
    ...(amounts.month === null ? [] : [`${against(amounts.month)} that month`]),
  ].join(' · ')

/** A day that has no bids, and no limit, says nothing beside a week that has some. */
const addsDay = (amounts: Amounts): boolean =>
  amounts.day.limit !== null || amounts.day.total !== formatCents(0) || !addsWeek(amounts)

/** `If all win: $214.00 today · $390.00 this week`. */
export const ifAllWin = (amounts: Amounts): string =>
  `If all win: ${[
    ...(addsDay(amounts) ? [`${against(amounts.day)} today`] : []),
    ...(addsWeek(amounts) ? [`${against(amounts.week)} this week`] : []),
    ...(amounts.month === null ? [] : [`${against(amounts.month)} this month`]),
  ].join(' · ')}`

export const overLimit = (by: string, period: 'day' | 'week' | 'month'): string =>
  `Over your limit a ${period} by ${by}`
export const withoutShipping =
  'Shipping, handling and tax come on top, but for bids that were set by their delivered price. Days are those of the closes, in Pacific time.'
export const noBids = 'No bid of yours can win this week.'
export const today = (day: string): string => `Today, ${day}`
export const count = (bids: number): string => (bids === 1 ? '1 bid' : `${bids} bids`)

/* The settings. */
export const limits = 'Limits'
export const limitsText =
  'A bid that would take its day, week or month over a limit is refused. Leave a field empty for no limit.'
export const label = { day: 'Daily limit', week: 'Weekly limit', month: 'Monthly limit' } as const
export const hint = {
  day: 'From midnight to midnight.',
  week: 'From Monday to Sunday.',
  month: 'From the first to the last day.',
} as const
