/* The sentences that refuse what somebody types or asks for. */

export const amountNotCents = 'Bid amount must be in whole cents'
/** For a text that is no amount at all. */
export const amountUnreadable = 'Enter an amount in dollars, such as 24.50'
export const amountTooLarge = 'Bid amount must be at most $1,000,000.00'
export const belowMinimum = (dollars: string) => `Bid must be at least ${dollars}`
export const confirmAmount = (amount: string, price: string) =>
  `${amount} is over 3 times the price of ${price}. Confirm the amount.`
type Period = 'day' | 'week' | 'month'
type PeriodTotal = {
  period: Period
  first: string
  total: string
  limit: string
  committed: string
  left: string | null
}
/** `first`: the first day of the period, such as `2026-11-21`. */
export const overLimit = ({ period, first, total, limit, committed, left }: PeriodTotal) =>
  `With this, your bids for ${periodName(period, first)} (Pacific time) could come to ${total}, over your limit of ${limit} a ${period}: ${committed} is committed. ${left === null ? 'Cancel' : `Bid at most ${left}, cancel`} another bid, or raise the limit in Settings.`

const dated = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const DAY = dated({ month: 'short', day: 'numeric' })
const MONTH = dated({ month: 'long' })
/** `Nov 21`; `the week of Nov 17`; `November`. */
export const periodName = (period: Period, first: string): string => {
  const at = Date.parse(first)
  if (period === 'month') return MONTH.format(at)
  return period === 'week' ? `the week of ${DAY.format(at)}` : DAY.format(at)
}
export const leadOutOfRange = 'Seconds before end must be a whole number from 1 to 180'
export const nothingToChange = 'Give an amount or a lead to change'
export const endsTooSoon = 'The auction ends too soon for that many seconds before the end.'
export const pendingNotDeletable = 'This bid is still pending. Cancel it first.'
export const unsettledNotDeletable = 'This bid stands at the site. It can be deleted once its result is known.'
export const forbidden = 'Forbidden'
export const deleteForbidden = "You don't have permission to delete this bid."
export const alreadyDeleted = 'Bid not found or already deleted.'
export const notDeleted = 'Failed to delete bid'
export const deleteFailed = (detail: string) => `Failed to delete bid. ${detail}`
export const restoreTooLate = 'It was deleted more than an hour ago.'
export const notRestored = 'Not everything is back in your history.'
export const statusFailed = (detail: string) => `Failed to get bid status: ${detail}`
