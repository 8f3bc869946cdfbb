import {
  type DeliveredPrice,
  deliveredCentsOf,
  formatCents,
  type HistoryEntry,
  messages,
  termsOf,
} from '@bidwell/contract'
import { isLive } from '../bids/bid-rules.ts'
import { describeResult } from '../bids/describe-result.ts'
import { centsOf, formatDollars } from '../ui/money.ts'

/** What the word of the result and the amounts leave open, in a few words; null when they say everything. */
export function detailOf(
  { bid, result, finalPrice, max, inAll, inAllIsEstimate, total }: HistoryEntry,
  siteName: string,
): string | null {
  const sold = finalPrice === null ? null : `Sold for ${formatDollars(finalPrice)}`
  switch (result) {
    case 'won': {
      const said = bid?.delivered && finalPrice !== null ? saidOf(bid.delivered, finalPrice) : null
      if (said !== null && total !== null) return messages.delivered.saidAndPaid(said, formatDollars(total))
      if (total !== null) return `${formatDollars(total)} in all, with tax`
      if (finalPrice === null) return 'Price not known'
      if (said !== null) return messages.delivered.said(said)
      return inAll === null ? null : `${inAllIsEstimate ? 'About ' : ''}${formatDollars(inAll)} in all, before tax`
    }
    case 'lost': {
      const isEqual = finalPrice !== null && max !== null && centsOf(finalPrice) === centsOf(max)
      return isEqual ? `${sold}, to an equal bid that came first` : sold
    }
    case 'outbid':
    case 'not_placed':
      return withCapital(bid && reasonOf(bid.outcome, siteName)) ?? sold
    case 'open':
      return bid && describeResult(bid, siteName)
    case 'no_bid':
      return sold
    case 'cancelled':
    case 'unknown':
      return null
  }
}

/** What a bid that was set by its delivered price was said to cost at the price that it won at. */
const saidOf = (delivered: DeliveredPrice, finalPrice: number): string =>
  formatCents(deliveredCentsOf(centsOf(finalPrice), termsOf(delivered)))

function reasonOf(outcome: NonNullable<HistoryEntry['bid']>['outcome'], site: string): string | null {
  return outcome !== null && messages.outcome.isFailure(outcome) ? messages.outcome.reasons[outcome]({ site }) : null
}

const withCapital = (text: string | null) => text && text.charAt(0).toUpperCase() + text.slice(1)

/** How far a win was under its maximum; null for all else: a winner's own maximum is hidden. */
export function marginText({ margin, result }: Pick<HistoryEntry, 'margin' | 'result'>): string | null {
  if (margin === null || result !== 'won') return null
  return centsOf(margin) === 0 ? 'none' : `${formatDollars(margin)} under`
}

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })

/** What the user noted of a won item: its sale with the profit, and the refund; null for nothing. */
export function saleText({ sale, profit }: Pick<HistoryEntry, 'sale' | 'profit'>): string | null {
  if (!sale) return null
  const { sold_for, sold_on, sold_at: at, refund } = sale
  const refunded = refund === null ? [] : [messages.books.refunded(formatDollars(refund))]
  if (sold_for === null || sold_on === null) return refunded.join()
  const earned = profit === null ? null : messages.books.profit(profit)
  const sold = { soldFor: formatDollars(sold_for), day: DAY.format(Date.parse(sold_on)), at, profit: earned }
  return [messages.books.sold(sold), ...refunded].join(', ')
}

/** Why an entry cannot be deleted from the history; null when it can. */
export function whyNotDelete({ bid, trackedAuctionId }: Pick<HistoryEntry, 'bid' | 'trackedAuctionId'>): string | null {
  if (trackedAuctionId === null) return messages.books.notDeleted
  return bid && isLive(bid) ? messages.history.resultToCome : null
}

/** Whether the user may look for another item of its kind: one that somebody else has, or nobody. */
export const mayWantAnother = ({ result }: Pick<HistoryEntry, 'result'>): boolean =>
  result !== 'won' && result !== 'open' && result !== 'unknown'
