import { type Bid, formatCents, historyResultOf, type messages } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

export type ResultKind = 'won' | 'lost' | 'notPlaced' | 'unknown'

/** How a bid came out; null while the result is open, and for a bid that its owner has cancelled. */
export function resultKindOf(bid: Pick<Bid, 'status' | 'outcome'>): ResultKind | null {
  const result = historyResultOf(bid)
  switch (result) {
    case 'won':
    case 'lost':
    case 'unknown':
      return result
    case 'outbid':
      return 'lost'
    case 'not_placed':
      return 'notPlaced'
    case 'cancelled':
    case 'no_bid':
    case 'open':
      return null
  }
}

type Counts = Parameters<typeof messages.result.together>[0]

/** How many bids had each result, and what the won ones cost together; null where a price is unknown. */
export function tally(bids: readonly Bid[]): { counts: Counts; paid: string | null } {
  const counts: Counts = { won: 0, lost: 0, notPlaced: 0, unknown: 0 }
  for (const bid of bids) {
    const kind = resultKindOf(bid)
    if (kind !== null) counts[kind] += 1
  }
  const prices = bids.filter(({ status }) => status === 'won').map(({ finalPrice }) => finalPrice)
  const known = prices.filter((price) => price !== null)
  const paidCents = known.reduce((sum, price) => sum + centsOf(price), 0)
  return { counts, paid: known.length === prices.length && paidCents > 0 ? formatCents(paidCents) : null }
}
