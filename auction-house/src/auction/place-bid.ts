import { type Account, isAccount } from '../accounts/account.ts'
import { whyBlocked } from './bidding-block.ts'
import type { Listing } from './listing.ts'
import { type Bidder, takeBid } from './take-bid.ts'

export type BidOutcome = 'leading' | 'outbid' | 'closed' | 'too_low' | 'unpaid_items' | 'leading_too_many'

/** Puts a bid on a listing, or says why it is not taken. The listing must have been brought up to `now` before. */
export function placeBid(listing: Listing, bidder: Bidder | Account, maxCents: number, now: number): BidOutcome {
  if (listing.closed) return 'closed'

  const blocked = isAccount(bidder) ? whyBlocked(bidder, listing, now) : null
  if (blocked) return blocked

  const answer = takeBid(listing, listing.standing, bidder, maxCents)
  if (answer.outcome === 'too_low') return 'too_low'

  const { standing, outcome } = answer
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
