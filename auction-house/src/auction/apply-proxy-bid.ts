export type Terms = { startingPriceCents: number; incrementCents: number }

export type Bidder = { readonly name: string }

/** The state of an auction: the public price, the leader and the leader's hidden maximum. */
export type Standing = { priceCents: number; leader: Bidder | null; leaderMaxCents: number }

export type ProxyBidResult = { outcome: 'too_low' } | { outcome: 'leading' | 'outbid'; standing: Standing }

export const openingStanding = (terms: Terms): Standing => ({
  priceCents: terms.startingPriceCents,
  leader: null,
  leaderMaxCents: 0,
})

/** The lowest acceptable bid. */
export const nextMinimumCents = (terms: Terms, { priceCents, leader }: Standing) =>
  leader === null ? terms.startingPriceCents : priceCents + terms.incrementCents

/**
 * Applies the site's proxy bidding rule. The increment is added to the losing maximum, so one cent more can win. In a
 * tie the earlier bid leads. A leader who bids again raises the own maximum, never the price. Pure.
 */
export function applyProxyBid(terms: Terms, standing: Standing, bidder: Bidder, maxCents: number): ProxyBidResult {
  if (maxCents < nextMinimumCents(terms, standing)) return { outcome: 'too_low' }

  const { leader, leaderMaxCents } = standing
  if (leader === null) {
    return { outcome: 'leading', standing: { ...standing, leader: bidder, leaderMaxCents: maxCents } }
  }
  if (leader === bidder) {
    return { outcome: 'leading', standing: { ...standing, leaderMaxCents: Math.max(leaderMaxCents, maxCents) } }
  }
  if (maxCents > leaderMaxCents) {
    const priceCents = Math.min(leaderMaxCents + terms.incrementCents, maxCents)
    return { outcome: 'leading', standing: { priceCents, leader: bidder, leaderMaxCents: maxCents } }
  }
  const priceCents = Math.min(maxCents + terms.incrementCents, leaderMaxCents)
  return { outcome: 'outbid', standing: { ...standing, priceCents } }
}
