import { type Bid, messages } from '@bidwell/contract'
import { siteTimes } from '../time/zoned-times.ts'
import { formatDollars } from '../ui/money.ts'

const { label } = messages.outcome

type BidResult = Pick<Bid, 'status' | 'phase' | 'outcome' | 'checkingSince' | 'finalPrice' | 'ledAtClose'>

/** How a bid came out, in a few words, with its price. */
export function describeResult(bid: BidResult, siteName: string): string {
  switch (bid.status) {
    case 'pending':
      if (bid.phase === 'sent') return 'Sent. Waiting for the answer'
      return bid.phase === 'checking' ? `Sent. ${checkingText(bid)}` : 'Scheduled'
    case 'executed':
      if (bid.outcome !== null) return label(bid.outcome, siteName)
      if (bid.ledAtClose) return messages.result.ledAtClose
      return bid.phase === 'checking' ? `Placed. ${checkingText(bid)}` : 'Placed. Waiting for the result'
    case 'won':
      return bid.finalPrice === null ? 'Won' : `Won for ${formatDollars(bid.finalPrice)}`
    case 'lost':
      return bid.finalPrice === null ? 'Lost' : `Lost: sold for ${formatDollars(bid.finalPrice)}`
    case 'cancelled':
      return label(bid.outcome === 'paused' || bid.outcome === 'group_won' ? bid.outcome : 'cancelled', siteName)
    case 'outbid':
      return bid.outcome === null ? 'Outbid' : label(bid.outcome, siteName)
    case 'failed':
    case 'auction_ended':
      return bid.outcome === null ? 'Not placed' : label(bid.outcome, siteName)
  }
}

const checkingText = ({ checkingSince }: BidResult): string =>
  checkingSince === null
    ? 'Checking whether it counts'
    : `Checking whether it counts, since ${siteTimes.clock(checkingSince)}`
