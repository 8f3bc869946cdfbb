import type { Bid } from '@bidwell/contract'
import { centsOf, formatCents, formatDollars } from '../ui/money.ts'

type Finished = Pick<Bid, 'status' | 'stage' | 'outcome' | 'maxBid' | 'finalPrice'>

/** How a bid came out, in a few words, naming what it cost or what it missed by. */
export function resultWords(bid: Finished, siteName: string): string {
  switch (bid.status) {
    case 'pending':
      if (bid.stage === 'sent') return 'Sent. Waiting for the answer'
      return bid.stage === 'checking' ? 'Sent. Checking whether it counts' : 'Scheduled'
    case 'executed':
      return 'Placed. Waiting for the result'
    case 'won':
      return bid.finalPrice === null ? 'Won' : `Won for ${formatDollars(bid.finalPrice)}`
    case 'lost':
      return lostBy(bid)
    case 'cancelled':
      return bid.outcome === 'paused' ? 'Not placed: bidding was paused' : 'Cancelled'
    case 'outbid':
    case 'failed':
    case 'auction_ended':
      return whyNotPlaced(bid, siteName)
  }
}

/** `Lost by $6.00`; an equal price went to whoever bid it first. */
function lostBy(bid: Finished): string {
  if (bid.finalPrice === null) return 'Lost'
  const missedBy = centsOf(bid.finalPrice) - centsOf(bid.maxBid)
  if (missedBy > 0) return `Lost by ${formatCents(missedBy)}`
  return missedBy === 0 ? 'Lost to an equal bid that came first' : `Lost. Sold for ${formatDollars(bid.finalPrice)}`
}

function whyNotPlaced(bid: Finished, siteName: string): string {
  switch (bid.outcome) {
    case 'outbid_on_arrival':
      return 'Outbid on arrival by a higher maximum'
    case 'price_past_maximum':
      return 'Not placed: the price passed your max'
    case 'below_next_bid':
      return 'Not placed: your max was under the next acceptable bid'
    case 'too_late':
      return 'Not placed: too late for the close'
    case 'login_refused':
      return `Not placed: ${siteName} refused the sign-in`
    case 'account_limit':
      return `Not placed: ${siteName} limits this account`
    case 'site_down':
      return `Not placed: ${siteName} was down`
    case 'ended_early':
      return 'The auction was ended early'
    case 'withdrawn':
      return 'The item was withdrawn'
    case 'paused':
    case 'won':
    case 'lost':
    case 'cancelled':
    case null:
      return bid.status === 'outbid' ? 'Outbid' : 'Not placed'
  }
}
