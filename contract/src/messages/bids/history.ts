import type { HistoryResult, HistoryTotals } from '../../auctions/history.ts'
import { centsFromDollars, formatCents } from '../../money.ts'
import * as books from '../books.ts'

/** The word for each result, the same on every screen. */
export const results: Record<HistoryResult, string> = {
  won: 'Won',
  lost: 'Lost',
  outbid: 'Outbid',
  not_placed: 'Not placed',
  cancelled: 'Cancelled',
  no_bid: 'No bid',
  unknown: 'Result not known',
  open: 'Checking the result',
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`
const dollars = (amount: number) => formatCents(centsFromDollars(amount) ?? 0)

/** `won 12 of 19, spent $241.10, $301.22 in all, $188.40 under your maxes`; without a bid that has a result, `3 entries`. */
export function totals(sums: HistoryTotals): string {
  const { entries, won, read_in, decided, spent, saved, unpriced, cost, costed, sold, profit, profited } = sums
  if (decided === 0) return entries === 1 ? '1 entry' : `${entries} entries`
  const bids = decided > read_in ? [`won ${won - read_in} of ${decided - read_in}`] : []
  const parts = [...bids, ...(read_in > 0 ? [`${read_in} from your orders`] : [])]
  if (won > unpriced) parts.push(`spent ${dollars(spent)}`)
  if (costed > 0) parts.push(`${dollars(cost)} in all${costed < won ? ` for ${costed} of them` : ''}`)
  if (saved > 0) parts.push(`${dollars(saved)} under your ${won - read_in - unpriced === 1 ? 'max' : 'maxes'}`)
  if (unpriced > 0) parts.push(`${counted(unpriced, 'price')} not known`)
  if (sold > 0) {
    const known = profited === sold ? `${sold}` : `${profited} of ${sold}`
    parts.push(`${books.profit(profit)} on ${known} sold`)
  }
  return parts.join(', ')
}

export const note =
  '“Spent” is prices without shipping and handling; “in all” is what the site’s orders say. Profit counts in the month of the sale. A date is when the result was certain. Months begin at midnight Pacific time.'

export const none = 'No auctions yet. Each one that ends will stand here, with what became of your bid.'
export const noneOfThese = 'None of these yet.'
export const noneFound = (search: string) => `No match for “${search}”.`
export const totalsFailed = (detail: string) => `Failed to load the totals. ${detail}`
export const offline = 'You are offline. Your history loads once you are connected again.'
export const offlineNoDelete = 'You are offline, so nothing can be deleted.'
export const offlineNoFile = 'You are offline, so no file can be made.'
export const fileFailed = (detail: string) => `The file could not be made. ${detail}`
export const fileSaved = 'Your history is downloaded'
export const resultToCome = 'Its result is still to come.'
export const deletedOne = (thing: 'bid' | 'auction') =>
  thing === 'bid' ? 'Bid deleted from your history.' : 'Auction deleted from your history.'
export const maybeDeleted = (count: number) =>
  count === 1
    ? 'It is not known whether the entry was deleted.'
    : `It is not known whether ${count} entries were deleted.`
export const deletedMany = (count: number) => `${count} entries deleted from your history.`
