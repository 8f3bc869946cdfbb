import { type Account, isAccount } from '../accounts/account.ts'
import { type Bidder, applyProxyBid, openingStanding } from './apply-proxy-bid.ts'
import { whyBlocked } from './bidding-block.ts'
import type { Bid, Listing } from './listing.ts'

export type BidOutcome = 'leading' | 'outbid' | 'closed' | 'too_low' | 'unpaid_items' | 'leading_too_many'

/** Places a bid, or returns why it is refused. The caller has run all events up to `now`. */
export function placeBid(listing: Listing, bidder: Bidder | Account, maxCents: number, now: number): BidOutcome {
  if (listing.closed) return 'closed'

  const blocked = isAccount(bidder) ? whyBlocked(bidder, listing, now) : null
  if (blocked) return blocked

  const outcome = record(listing, { bidder, maxCents, at: now })
  if (outcome === 'too_low') return outcome
  if (isAccount(bidder)) bidder.bidOn.add(listing)
  return outcome
}

/** Takes the bids of a bidder back: the others stand as if these had never been made. */
export function retractBids(listing: Listing, bidderName: string) {
  const others = listing.bids.filter(({ bidder }) => bidder.name !== bidderName)
  listing.retracted.push(...listing.bids.filter(({ bidder }) => bidder.name === bidderName))
  listing.bids = []
  listing.standing = openingStanding(listing)
  for (const { bidder, maxCents, at } of others) record(listing, { bidder, maxCents, at })
}

function record(listing: Listing, { bidder, maxCents, at }: Pick<Bid, 'bidder' | 'maxCents' | 'at'>) {
  const result = applyProxyBid(listing, listing.standing, bidder, maxCents)
  if (result.outcome === 'too_low') return result.outcome
  const { standing, outcome } = result
  listing.standing = standing
  listing.bids.push({ bidder, maxCents, at, priceCents: standing.priceCents, leader: standing.leader ?? bidder })
  return outcome
}
