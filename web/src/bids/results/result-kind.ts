import { type Bid, historyResultOf } from '@bidwell/contract'

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
