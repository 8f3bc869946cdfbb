import { type Bid, formatCents, type HistoryResult, historyResultOf, type messages } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

export type ResultKind = Exclude<HistoryResult, 'cancelled' | 'no_bid' | 'open'>

/** How a bid came out; null while the result is open, and for a bid that its owner has cancelled. */
export function resultKindOf(bid: Pick<Bid, 'status' | 'outcome'>): ResultKind | null {
  const result = historyResultOf(bid)
  return result === 'cancelled' || result === 'no_bid' || result === 'open' ? null : result
}

type Counts = Parameters<typeof messages.result.together>[0]

/** Amounts are formatted; null where a price is unknown, or where they are zero. */
export type Tally = { counts: Counts; paid: string | null; saved: string | null }

/** How many bids had each result, what the won ones cost together, and how far that is under their maxima. */
export function tally(bids: readonly Bid[]): Tally {
  const counts: Counts = { won: 0, lost: 0, outbid: 0, not_placed: 0, unknown: 0 }
  for (const bid of bids) {
    const kind = resultKindOf(bid)
    if (kind !== null) counts[kind] += 1
  }
  const won = bids.filter(({ status }) => status === 'won')
  const priced = won.flatMap(({ finalPrice, maxBid }) => (finalPrice === null ? [] : [{ finalPrice, maxBid }]))
  const paidCents = priced.reduce((sum, { finalPrice }) => sum + centsOf(finalPrice), 0)
  // A price above the maximum is that of a higher bid of the owner's own.
  const savedCents = priced.reduce((sum, each) => sum + Math.max(0, centsOf(each.maxBid) - centsOf(each.finalPrice)), 0)
  const amount = (cents: number) => (priced.length === won.length && cents > 0 ? formatCents(cents) : null)
  return { counts, paid: amount(paidCents), saved: amount(savedCents) }
}
