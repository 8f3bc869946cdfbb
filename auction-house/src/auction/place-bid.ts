import { type Account, isAccount } from '../accounts/account.ts'
import { whyBlocked } from './bidding-block.ts'
import type { Listing } from './listing.ts'
import { type Bidder, applyProxyBid } from './apply-proxy-bid.ts'

export type BidOutcome = 'leading' | 'outbid' | 'closed' | 'too_low' | 'unpaid_items' | 'leading_too_many'

/** Places a bid, or returns why it is refused. The caller has run all events up to `now`. */
export function placeBid(listing: Listing, bidder: Bidder | Account, maxCents: number, now: number): BidOutcome {
  if (listing.closed) return 'closed'

  const blocked = isAccount(bidder) ? whyBlocked(bidder, listing, now) : null
  if (blocked) return blocked

  const result = applyProxyBid(listing, listing.standing, bidder, maxCents)
  if (result.outcome === 'too_low') return 'too_low'

  const { standing, outcome } = result
  listing.standing = standing
  listing.bids.push({
    bidder,
    maxCents,
    at: now,
    priceCents: standing.priceCents,
    leader: standing.leader ?? bidder,
  })
  if (isAccount(bidder)) bidder.bidOn.add(listing)
  return outcome
}
