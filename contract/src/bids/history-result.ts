import type { HistoryResult } from '../auctions/history.ts'
import type { BidOutcome, BidStatus } from './bid.ts'

/** What became of a bid. The history's query states the same rule in SQL. */
export function historyResultOf({ status, outcome }: { status: BidStatus; outcome: BidOutcome | null }): HistoryResult {
  switch (status) {
    case 'won':
    case 'lost':
    case 'outbid':
      return status
    case 'failed':
    case 'auction_ended':
      return 'not_placed'
    case 'cancelled':
      return outcome === 'paused' ? 'not_placed' : 'cancelled'
    case 'executed':
      return outcome === 'unresolved' ? 'unknown' : 'open'
    case 'pending':
      return 'open'
  }
}
