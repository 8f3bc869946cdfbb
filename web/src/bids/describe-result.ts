import { type Bid, formatCents, messages } from '@bidwell/contract'
import { siteTimes } from '../time/zoned-times.ts'
import { centsOf, formatDollars } from '../ui/money.ts'

const { label } = messages.outcome

type BidResult = Pick<Bid, 'status' | 'stage' | 'outcome' | 'checkingSince' | 'maxBid' | 'finalPrice'>

/** How a bid came out, in a few words, with its price or with how much it was short. */
export function describeResult(bid: BidResult, siteName: string): string {
  switch (bid.status) {
    case 'pending':
      if (bid.stage === 'sent') return 'Sent. Waiting for the answer'
      return bid.stage === 'checking' ? `Sent. ${checkingText(bid)}` : 'Scheduled'
    case 'executed':
      if (bid.outcome !== null) return label(bid.outcome, siteName)
      return bid.stage === 'checking' ? `Placed. ${checkingText(bid)}` : 'Placed. Waiting for the result'
    case 'won':
      return bid.finalPrice === null ? 'Won' : `Won for ${formatDollars(bid.finalPrice)}`
    case 'lost':
      return lostBy(bid)
    case 'cancelled':
      return label(bid.outcome === 'paused' ? 'paused' : 'cancelled', siteName)
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

/** `Lost by $6.00`. Of two equal bids, the site prefers the earlier one. */
function lostBy(bid: BidResult): string {
  if (bid.finalPrice === null) return 'Lost'
  const missedBy = centsOf(bid.finalPrice) - centsOf(bid.maxBid)
  if (missedBy > 0) return `Lost by ${formatCents(missedBy)}`
  return missedBy === 0 ? 'Lost to an equal bid that came first' : `Lost. Sold for ${formatDollars(bid.finalPrice)}`
}
